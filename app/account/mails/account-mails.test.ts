import { readFile } from "node:fs/promises";
import { describe, expect, it, test } from "vitest";
import { accountMail, type AccountMail } from "./account-mails.ts";
import { readMailLink } from "./mail-link.server.ts";
import { linkedText, mailboxOf } from "./captured-mail.tsx";

const sender = { appUrl: "https://photogem.example", brandName: "Photogem", supportEmail: "support@photogem.example" };
const confirmation = (fullName: string | null): AccountMail => ({
  kind: "confirmation",
  to: "ada@example.com",
  fullName,
  tokenHash: "a-b_c=&d",
});

describe("the confirmation mail", () => {
  const mail = accountMail(confirmation("Ada Obi"), sender);

  test("addresses the confirmation mail to the person, names its purpose and greets them", () => {
    expect(mail.to).toBe("ada@example.com");
    expect(mail.subject).toBe("Confirm your email address");
    expect(mail.text).toContain("Hello Ada Obi,");
  });

  test("mentions the 2 free gems, the link's lifetime and the support address", () => {
    expect(mail.text).toContain("2 free gems");
    expect(mail.text).toContain("for 1 hour");
    expect(mail.text).toContain("support@photogem.example");
  });

  test("includes the encoded link in both parts of the confirmation mail", () => {
    const url = "https://photogem.example/auth/confirm?token_hash=a-b_c%3D%26d&type=email";
    expect(mail.text).toContain(url);
    expect(mail.html).toContain(`href="${url.replace("&type", "&amp;type")}"`);
  });

  test("renders the confirmation mail as HTML with a language, a title and one heading", () => {
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(mail.html).toContain("<title>Confirm your email address</title>");
    expect(mail.html.match(/<h1[ >]/g)).toHaveLength(1);
  });
});

describe("the name in the greeting", () => {
  test("escapes the greeted name in HTML and leaves it unchanged in text", () => {
    const mail = accountMail(confirmation(`Zoë <b>"O'Hara"</b> & co`), sender);
    expect(mail.html).toContain("Hello Zoë &lt;b&gt;&quot;O&#39;Hara&quot;&lt;/b&gt; &amp; co,");
    expect(mail.text).toContain(`Hello Zoë <b>"O'Hara"</b> & co,`);
  });

  test.each([
    ["none", null],
    ["blank", " \t "],
    ["an address of the web", "You won! https://evil.example"],
    ["a bare host", "claim at evil.example/prize"],
    ["a message", "x".repeat(61)],
  ])("omits the greeted name when it is %s", (_case, fullName) => {
    expect(accountMail(confirmation(fullName), sender).text).toMatch(/^Hello,\n/);
  });

  test("prevents the greeted name from starting a new line", () => {
    expect(accountMail(confirmation("Ada\r\nObi"), sender).text).toContain("Hello Ada Obi,");
  });
});

test("links the recovery mail to a new password and says that the old one still works", () => {
  const mail = accountMail({ kind: "recovery", to: "ada@example.com", fullName: null, tokenHash: "t" }, sender);
  expect(mail.subject).toBe("Choose a new password");
  expect(mail.text).toContain("https://photogem.example/auth/confirm?token_hash=t&type=recovery");
  expect(mail.text).toContain("your password stays the same");
});

test("links the mail to a registered address to sign-in and reset, without a token", () => {
  const to = "ada@example.com";
  const mail = accountMail({ kind: "already-registered", to, fullName: "Ada", tokenHash: null }, sender);
  expect(mail.subject).toBe("You already have an account");
  expect(mail.text).toContain("https://photogem.example/login");
  expect(mail.text).toContain("https://photogem.example/forgot-password");
  expect(mail.text).not.toContain("token_hash");
});

test("links the mail about a changed password to a reset, without a token", () => {
  const mail = accountMail(
    { kind: "password-changed", to: "ada@example.com", fullName: null, tokenHash: null },
    sender,
  );
  expect(mail.text).toContain("https://photogem.example/forgot-password");
  expect(mail.text).not.toContain("token_hash");
});

test("tells the owner of a new device its name and the time, and leads to a new password", () => {
  const at = new Date("2026-11-23T21:05:00Z");
  const mail = accountMail(
    { kind: "new-device", to: "ada@example.com", fullName: null, tokenHash: null, device: "Chrome on Android", at },
    sender,
  );
  expect(mail.text).toContain("Chrome on Android, Nov 23, 2026, 9:05 PM UTC");
  expect(mail.text).toContain("https://photogem.example/forgot-password");
});

describe("Supabase's mail templates", () => {
  // Go's names for Supabase's values. A placeholder must stay intact inside an address.
  const site = "{{ .SiteURL }}";
  const token = "{{ .TokenHash }}";
  const templateSender = { ...sender, appUrl: "https://SITE" };

  test.each([
    ["confirmation", "email"],
    ["recovery", "recovery"],
  ] as const)("equal the product's own mail for a %s, word for word", async (kind, type) => {
    const { subject, html } = accountMail(
      { kind, to: "ada@example.com", fullName: null, tokenHash: "TOKEN" },
      templateSender,
    );
    const template = html.replaceAll("https://SITE", site).replaceAll("token_hash=TOKEN", `token_hash=${token}`);
    expect(template).toContain(`href="{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&amp;type=${type}"`);
    // `vitest -u` rewrites the file after a change of the text.
    await expect(template).toMatchFileSnapshot(`../../../supabase/templates/${kind}.html`);
    const config = await readFile(new URL("../../../supabase/config.toml", import.meta.url), "utf8");
    const section = config.split(`[auth.email.template.${kind}]`)[1]?.split("[")[0];
    expect(section).toContain(`subject = "${subject}"`);
    expect(section).toContain(`content_path = "./supabase/templates/${kind}.html"`);
  });

  test("name the lifetime of links that Supabase is configured with", async () => {
    const config = await readFile(new URL("../../../supabase/config.toml", import.meta.url), "utf8");
    expect(config).toMatch(/^otp_expiry = 3600$/m);
    for (const kind of ["confirmation", "recovery"])
      expect(await readFile(new URL(`../../../supabase/templates/${kind}.html`, import.meta.url), "utf8")).toContain(
        "The link works once, for 1 hour.",
      );
  });
});

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
