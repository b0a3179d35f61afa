import { join } from "node:path";
import type { Mailbox } from "../account/mailbox.ts";
import type { Mailer } from "../account/mailer.ts";
import type { Config } from "../config.server.ts";

/** SMTP, the mailbox page, or none. */
export async function openMail({ mail }: Config, dataDirectory: string) {
  if (mail.kind === "smtp") {
    const { createSmtpMailer } = await import("./hosted/smtp/smtp-mailer.server.ts");
    return { mailer: createSmtpMailer(mail), mailbox: null, line: `SMTP, ${new URL(mail.url).host}` };
  }
  if (mail.kind === "none")
    return { mailer: null, mailbox: null, line: "none: SMTP_URL is not set, receipts are not mailed" };
  const { createDiskMailbox } = await import("./embedded/mailbox/disk-mailbox.server.ts");
  const directory = join(dataDirectory, "mailbox");
  const mailbox: Mailer & Mailbox = await createDiskMailbox(directory);
  return { mailer: mailbox, mailbox, line: `mailbox page /mailbox, ${directory}` };
}
