import { describe, expect, it } from "vitest";
import { readMailLink } from "./mail-link.server.ts";

const hash = "0123456789abcdef".repeat(4).slice(0, 56);

describe("readMailLink", () => {
  it("reads a confirmation link that leads to the dashboard", () => {
    expect(read(`token_hash=${hash}&type=email`)).toEqual({ tokenHash: hash, type: "email", next: "/dashboard" });
  });

  it("follows the link's own destination within this site", () => {
    expect(read(`token_hash=${hash}&type=email&next=/surprise-me`)?.next).toBe("/surprise-me");
    expect(read(`token_hash=${hash}&type=email&next=https://evil.example`)?.next).toBe("/dashboard");
  });

  it("leads every recovery link to the form for a new password", () => {
    expect(read(`token_hash=${hash}&type=recovery&next=/dashboard`)?.next).toBe("/reset-password");
  });

  it.each([
    ["it is empty", ""],
    ["its token is missing", "type=email"],
    ["its type is missing", `token_hash=${hash}`],
    ["its type is another of GoTrue's", `token_hash=${hash}&type=magiclink`],
    ["its token was cut off", "token_hash=0123&type=email"],
    ["its token holds anything but a hash", "token_hash=%3Cscript%3E0123456789&type=email"],
  ])("rejects a mail link when %s", (_, query) => {
    expect(read(query)).toBeNull();
  });
});

const read = (query: string) => readMailLink(new URL(`http://own.example/auth/confirm?${query}`));
