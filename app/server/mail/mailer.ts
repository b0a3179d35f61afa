/** The port to whatever delivers mail: SMTP, or the mailbox page of the embedded mode. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Beside those every mail has. */
  headers?: Record<string, string>;
}
export interface Mailer {
  /** Hands the mail over. Rejects when it was not accepted. */
  send(mail: Mail): Promise<void>;
}
