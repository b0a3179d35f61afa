import { createTransport } from "nodemailer";
import type { Mailer } from "../../../server/mail/mailer.ts";

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

export async function checkSmtp(url: string): Promise<string | null> {
  const transport = createTransport({
    ...smtpOptions(url),
    connectionTimeout: 2_500,
    greetingTimeout: 2_500,
    socketTimeout: 2_500,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    if (isRefusal(error)) return "refuses SMTP_URL's sign-in";
    return offersNoTls(error) ? "offers no TLS, so no password is sent" : "does not answer";
  } finally {
    transport.close();
  }
}

/** https://nodemailer.com/errors: required STARTTLS is missing or fails. */
const offersNoTls = (error: unknown) => error instanceof Error && "code" in error && error.code === "ETLS";

/** https://nodemailer.com/errors: wrong credentials. */
const isRefusal = (error: unknown) => error instanceof Error && "code" in error && error.code === "EAUTH";

const loopback = ["localhost", "127.0.0.1", "[::1]"];

export function smtpOptions(url: string): { url: string; requireTLS: boolean } {
  const { protocol, hostname } = new URL(url);
  return { url, requireTLS: protocol === "smtp:" && !loopback.includes(hostname) };
}
