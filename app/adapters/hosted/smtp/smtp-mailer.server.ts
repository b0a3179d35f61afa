import { createTransport } from "nodemailer";
import type { Mailer } from "../../../server/mail/mailer.ts";
import { smtpOptions } from "./smtp-options.ts";

/** RFC 3834: no mail of ours is written by a person, so no machine shall answer it. */
const headersOfEveryMail = { "Auto-Submitted": "auto-generated" };

/** Mail through an SMTP server (`smtp://` or `smtps://` URL with its credentials). Gives up on a silent one after 10 s. */
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
