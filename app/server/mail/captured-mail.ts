import { createContext } from "react-router";
import type { Mail } from "./mailer.ts";

export interface CapturedMail extends Mail {
  id: string;
  sentAt: string;
}

/** Mails of the embedded mode, shown on /mailbox. */
export interface Mailbox {
  list(): Promise<CapturedMail[]>;
}

/** Null where real mail is sent. */
export const mailboxContext = createContext<Mailbox | null>();
