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
  /** True while no space is left to store a mail. */
  isFull?(): Promise<boolean>;
}

export interface CapturedMail extends Mail {
  id: string;
  sentAt: string;
}

/** Mails of the embedded mode, shown on /mailbox. */
export interface Mailbox {
  list(): Promise<CapturedMail[]>;
}

/** Replies about our credentials (RFC 4954, 6); the operator corrects these. */
const credentialReplies = [530, 534, 535, 538];

/** True for a permanent refusal (RFC 5321, 4.2.1: replies from 500 on). */
export function isFinalRefusal(error: unknown): boolean {
  const { responseCode } = (error ?? {}) as { responseCode?: unknown };
  return typeof responseCode === "number" && responseCode >= 500 && !credentialReplies.includes(responseCode);
}

/** Returns a reason for the log, such as `EENVELOPE 550`, because servers' messages contain addresses. */
export function refusalReason(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const name = error instanceof Error ? error.name : "unknown";
  return [typeof code === "string" ? code : name, ...(typeof responseCode === "number" ? [responseCode] : [])].join(
    " ",
  );
}

/** Null if the product cannot send mail. */
export const mailerContext = createContext<Mailer | null>();
/** Null if the product sends real mail. */
export const mailboxContext = createContext<Mailbox | null>();
