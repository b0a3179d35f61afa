import { createTransport } from "nodemailer";
import type { Mailer } from "../../../account/mailer.ts";

/** Mail through an SMTP server (`smtp://` or `smtps://` URL with its credentials). Gives up on a silent one after 10 s. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer & { close: () => void } {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
  return {
    send: async (mail) => void (await transport.sendMail({ from, ...mail })),
    close: () => transport.close(),
  };
}
