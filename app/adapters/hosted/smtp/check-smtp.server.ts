import { createTransport } from "nodemailer";

/** Connects and signs in, and sends nothing. */
export async function checkSmtp(url: string): Promise<string | null> {
  const transport = createTransport({ url, connectionTimeout: 2_500, greetingTimeout: 2_500, socketTimeout: 2_500 });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return isRefusal(error) ? "refuses SMTP_URL's sign-in" : "does not answer";
  } finally {
    transport.close();
  }
}

/** https://nodemailer.com/errors: EAUTH is the server's no to the credentials. */
const isRefusal = (error: unknown) => error instanceof Error && "code" in error && error.code === "EAUTH";
