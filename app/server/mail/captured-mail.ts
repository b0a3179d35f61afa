import type { Mail } from "./mailer.ts";

export interface CapturedMail extends Mail {
  id: string;
  /** When it was sent, ISO 8601. */
  sentAt: string;
}

/** The mails of the embedded mode, which are shown on /mailbox instead of being delivered. */
export interface Mailbox {
  /** Newest first, at most 200. */
  list(): Promise<CapturedMail[]>;
}
