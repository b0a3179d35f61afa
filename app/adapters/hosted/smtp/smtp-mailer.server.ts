import { createTransport } from "nodemailer";
import type { Mailer } from "../../../server/mail/mailer.ts";
import { smtpOptions } from "./smtp-options.ts";

/** RFC 3834: stops automatic replies. */
const headersOfEveryMail = { "Auto-Submitted": "auto-generated" };

/** SMTP by URL (`smtp://` or `smtps://`); times out after 10 s of silence. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer & { close: () => void } {
  const transport = createTransport({
    ...smtpOptions(url),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail, headers: { ...headersOfEveryMail, ...mail.headers } });
    },
    close: () => transport.close(),
  };
}
