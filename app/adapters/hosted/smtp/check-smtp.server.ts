import { createTransport } from "nodemailer";
import { smtpOptions } from "./smtp-options.ts";

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

/** https://nodemailer.com/errors: STARTTLS is required and missing, or fails. */
const offersNoTls = (error: unknown) => error instanceof Error && "code" in error && error.code === "ETLS";

/** https://nodemailer.com/errors: wrong credentials. */
const isRefusal = (error: unknown) => error instanceof Error && "code" in error && error.code === "EAUTH";
