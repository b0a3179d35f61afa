import type { Mail } from "./mailer.ts";

export interface CapturedMail extends Mail {
  id: string;
  sentAt: string;
}

/** Mails of the embedded mode, shown on /mailbox. */
export interface Mailbox {
  list(): Promise<CapturedMail[]>;
}
