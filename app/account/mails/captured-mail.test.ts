import { describe, expect, it } from "vitest";
import { linkedText } from "./captured-mail.tsx";

describe("linkedText", () => {
  it("links the addresses in a mail and preserves every other character", () => {
    const text = "Hello,\n\nhttp://localhost:3000/auth/confirm?token_hash=0a&type=email\n\nBye";
    expect(linkedText(text)).toEqual([
      { kind: "text", text: "Hello,\n\n" },
      { kind: "link", text: "http://localhost:3000/auth/confirm?token_hash=0a&type=email" },
      { kind: "text", text: "\n\nBye" },
    ]);
  });

  it.each([".", ",", ")", "!", "?", ":", ";", "]"])("leaves the sentence's own %s outside the link", (mark) => {
    expect(linkedText(`(see https://photogem.example/a?b=c${mark}`)[1]).toEqual({
      kind: "link",
      text: "https://photogem.example/a?b=c",
    });
  });

  it("links only web addresses", () => {
    expect(linkedText("javascript:alert(1) data:text/html,x ada@example.com //evil.example")).toHaveLength(1);
  });

  it("returns no parts for an empty text", () => {
    expect(linkedText("")).toEqual([]);
  });

  it("loses no character of any text", () => {
    const text = 'https://a.example https://b.example/<script>"https://c.example" http:// https://';
    expect(
      linkedText(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
});
