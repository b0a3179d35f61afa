import { join } from "node:path";
import type { Mailbox, Mailer } from "../server/mail/mailer.ts";
import type { Config } from "../config.server.ts";
import { serviceCheck } from "../server/http/health/health-checks.ts";

export async function openMail({ mail }: Config, dataDirectory: string) {
  if (mail.kind === "smtp") {
    const { createSmtpMailer } = await import("./hosted/smtp/smtp-mailer.server.ts");
    const { checkSmtp } = await import("./hosted/smtp/smtp-mailer.server.ts");
    const description = `SMTP, ${new URL(mail.url).host}`;
    return {
      mailer: createSmtpMailer(mail),
      mailbox: null,
      description,
      check: serviceCheck(() => checkSmtp(mail.url)),
    };
  }
  if (mail.kind === "none")
    return {
      mailer: null,
      mailbox: null,
      description: "none: SMTP_URL is not set, receipts are not mailed",
      check: null,
    };
  const { createDiskMailbox } = await import("./embedded/mailbox/disk-mailbox.server.ts");
  const directory = join(dataDirectory, "mailbox");
  const mailbox: Mailer & Mailbox = await createDiskMailbox(directory);
  return { mailer: mailbox, mailbox, description: `mailbox page /mailbox, ${directory}`, check: null };
}
