import { createContext } from "react-router";

/** The port to mail delivery: SMTP, or the mailbox page of the embedded mode. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}
export interface Mailer {
  /** Rejects when the mail was not accepted. */
  send(mail: Mail): Promise<void>;
}

/** Null where the product can send no mail. */
export const mailerContext = createContext<Mailer | null>();
