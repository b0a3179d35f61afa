/** SMTP's replies about our own credentials (RFC 4954, 6): the operator mends them, and the mail is sent later. */
const credentialReplies = [530, 534, 535, 538];

/** Whether a mail server refused this mail for good (RFC 5321, 4.2.1: replies from 500 on are permanent). */
export function isFinalRefusal(error: unknown): boolean {
  const { responseCode } = (error ?? {}) as { responseCode?: unknown };
  return typeof responseCode === "number" && responseCode >= 500 && !credentialReplies.includes(responseCode);
}

/**
 * Why a mail server refused a mail, fit for a log: `ECONNREFUSED`, `EENVELOPE 550`. What mail servers answer names the
 * address; their codes do not.
 */
export function refusalReason(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const name = error instanceof Error ? error.name : "unknown";
  return [typeof code === "string" ? code : name, ...(typeof responseCode === "number" ? [responseCode] : [])].join(
    " ",
  );
}
