import { readFile } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { createTransport } from "nodemailer";
import type { DB } from "../../../app/server/database/types.ts";
import type { AccountMail } from "../../../app/account/mails/account-mails.ts";

interface KnownUser {
  id: string;
  confirmed: boolean;
  /** Seconds until GoTrue mails this address again; null: now. */
  confirmationIn: number | null;
  recoveryIn: number | null;
}

export async function findKnownUser(database: Kysely<DB>, body: unknown): Promise<KnownUser | null> {
  const email = body && typeof body === "object" && "email" in body ? body.email : null;
  if (typeof email !== "string") return null;
  const wait = (column: string) =>
    sql`ceil(extract(epoch from ${sql.ref(column)} + interval '60 seconds' - now()))::int`;
  const { rows } = await sql<KnownUser>`
    select id::text, email_confirmed_at is not null as confirmed,
      ${wait("confirmation_sent_at")} as "confirmationIn", ${wait("recovery_sent_at")} as "recoveryIn"
    from auth.users where lower(email) = ${email.trim().toLowerCase()} and not is_sso_user`.execute(database);
  return rows[0] ?? null;
}

/**
 * Turns the embedded identity's response into GoTrue's where the two differ on purpose (github.com/supabase/auth,
 * internal/api): GoTrue reports its mail cooldown, has one message for every broken link, shows by `identities` that an
 * address has an account, and reports a password too long for bcrypt as a failed validation.
 */
export function gotrueAnswer(
  call: string,
  known: KnownUser | null,
  { status, body }: { status: number; body: unknown },
): { status: number; body: unknown } {
  if (status === 200 && known) {
    const wait =
      call === "POST /auth/v1/recover"
        ? known.recoveryIn
        : ["POST /auth/v1/signup", "POST /auth/v1/resend"].includes(call) && !known.confirmed
          ? known.confirmationIn
          : null;
    if (wait !== null && wait > 0) {
      const message = `For security purposes, you can only request this after ${wait} seconds.`;
      return { status: 429, body: { code: "over_email_send_rate_limit", message } };
    }
  }
  const said = body && typeof body === "object" ? body : {};
  if (call === "POST /auth/v1/signup" && status === 200) {
    const id = known && !known.confirmed ? known.id : "id" in said ? said.id : "";
    const identities = known?.confirmed ? [] : [{ id, user_id: id, provider: "email" }];
    return { status, body: { ...said, id, identities } };
  }
  if ("code" in said && said.code === "otp_expired")
    return { status, body: { ...said, message: "Email link is invalid or has expired" } };
  if ("message" in said && said.message === "Password cannot be longer than 72 characters.")
    return {
      status: 400,
      body: { code: "validation_failed", message: "Password cannot be longer than 72 characters" },
    };
  return { status, body };
}

const folder = new URL("../../../supabase/", import.meta.url);

/**
 * Sends GoTrue's mails: the project's templates (supabase/templates, with the subjects of config.toml) as HTML alone,
 * through the SMTP server of the project's settings. An address that has an account gets no mail.
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
