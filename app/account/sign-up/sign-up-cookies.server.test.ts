import { describe, expect, it } from "vitest";
import { pendingEmailCookie } from "./sign-up-cookies.server.ts";

const ours = { sessionSecret: "a secret of at least 32 characters", appUrl: "https://photogem.example" };

describe("pendingEmailCookie", () => {
  it("returns the address on the next request", async () => {
    const address = pendingEmailCookie("/verify-email", ours);
    expect(await address.read(requestWith(await address.write("ada@example.com")))).toMatchObject({
      address: "ada@example.com",
    });
  });

  it("reports how long another mail must wait: at most a minute, then not at all", async () => {
    const at = (now: number) => pendingEmailCookie("/verify-email", ours, () => now);
    const sent = requestWith(await at(1_000_000).write("ada@example.com"));
    const waits = [999_000, 1_000_000, 1_018_500, 1_059_999, 1_060_000, 9_000_000].map(
      async (now) => (await at(now).read(sent))?.waitSeconds,
    );
    expect(await Promise.all(waits)).toEqual([60, 60, 42, 1, 0, 0]);
  });

  it("returns no address without a cookie or after it was cleared", async () => {
    const address = pendingEmailCookie("/verify-email", ours);
    expect(await address.read(new Request(ours.appUrl))).toBeNull();
    expect(await address.clear()).toContain("Max-Age=0");
  });

  it("returns no address when another key signed the cookie", async () => {
    const forged = await pendingEmailCookie("/verify-email", { ...ours, sessionSecret: "another secret" }).write(
      "eve@example.com",
    );
    expect(await pendingEmailCookie("/verify-email", ours).read(requestWith(forged))).toBeNull();
  });

  it("restricts the cookie to its own page, to HTTP and to https", async () => {
    const header = await pendingEmailCookie("/forgot-password", ours).write("ada@example.com");
    expect(header).toMatch(/^forgot-password-address=.*; Path=\/forgot-password; HttpOnly; Secure; SameSite=Lax$/);
  });
});

function requestWith(setCookie: string): Request {
  return new Request(ours.appUrl, { headers: { Cookie: setCookie.slice(0, setCookie.indexOf(";")) } });
}
