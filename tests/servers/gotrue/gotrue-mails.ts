import { readFile } from "node:fs/promises";
import { createTransport } from "nodemailer";
import type { AccountMail } from "../../../app/account/mails/account-mails.ts";

const folder = new URL("../../../supabase/", import.meta.url);

/**
 * Sends what GoTrue sends: the project's templates (supabase/templates, with the subjects of config.toml) as HTML
 * alone, through the SMTP server of the project's settings. An address that has an account is sent nothing.
 */
export function createGotrueMails({ smtpUrl, siteUrl }: { smtpUrl: string; siteUrl: string }) {
  const transport = createTransport({ url: smtpUrl });
  return {
    async send(mail: AccountMail) {
      if (mail.tokenHash === null) return;
      const [template, config] = await Promise.all([
        readFile(new URL(`templates/${mail.kind}.html`, folder), "utf8"),
        readFile(new URL("config.toml", folder), "utf8"),
      ]);
      const subject = new RegExp(`\\[auth\\.email\\.template\\.${mail.kind}\\]\\nsubject = "([^"]+)"`).exec(
        config,
      )?.[1];
      const html = template
        .replaceAll("{{ .SiteURL }}", siteUrl)
        .replaceAll("{{ .TokenHash }}", encodeURIComponent(mail.tokenHash));
      if (!subject || html.includes("{{")) throw new Error(`supabase/templates/${mail.kind}.html is not filled in`);
      await transport.sendMail({ from: "Supabase Auth <noreply@mail.app.supabase.io>", to: mail.to, subject, html });
    },
    close: () => transport.close(),
  };
}
