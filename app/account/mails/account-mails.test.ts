import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { accountMail, type AccountMail } from "./account-mails.ts";

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
  // Go's names for what Supabase knows. A placeholder must survive being put into an address.
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
    // `vitest -u` writes it anew after a change of words.
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
