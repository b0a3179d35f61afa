import { describe, expect, it } from "vitest";
import { linkedText, mailboxOf } from "./captured-mail.tsx";

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

describe("mailboxOf", () => {
  const phones = {
    iPhone: "(iPhone; CPU iPhone OS 18_0)",
    android: "(Linux; Android 13) Chrome/140.0",
    desktop: "(X11)",
  };

  it.each([
    ["ada@gmail.com", "Open Gmail"],
    ["ada@Hotmail.co.uk", "Open Outlook"],
    ["ada@yahoo.com", "Open Yahoo Mail"],
    ["ada@icloud.com", "Open iCloud Mail"],
  ])("leads %s to the address's own webmail on any device", (email, label) => {
    for (const userAgent of Object.values(phones)) expect(mailboxOf(email, userAgent)?.label).toBe(label);
  });

  it.each(["ada@gmail.com.evil.example", "ada@notgmail.com", "ada@example.com", ""])(
    "leads %j to the phone's email app, and on a computer nowhere",
    (email) => {
      expect(mailboxOf(email, phones.iPhone)?.href).toBe("message://");
      expect(mailboxOf(email, phones.android)?.href).toMatch(/^intent:.*APP_EMAIL/);
      expect(mailboxOf(email, phones.desktop)).toBeNull();
    },
  );
});
