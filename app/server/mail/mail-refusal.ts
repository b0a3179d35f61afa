/** Replies about our own credentials (RFC 4954, 6); the operator corrects them. */
const credentialReplies = [530, 534, 535, 538];

/** True for a permanent refusal (RFC 5321, 4.2.1: replies from 500 on). */
export function isFinalRefusal(error: unknown): boolean {
  const { responseCode } = (error ?? {}) as { responseCode?: unknown };
  return typeof responseCode === "number" && responseCode >= 500 && !credentialReplies.includes(responseCode);
}

/** A reason for the log, such as `EENVELOPE 550`; servers' messages contain addresses. */
export function refusalReason(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const name = error instanceof Error ? error.name : "unknown";
  return [typeof code === "string" ? code : name, ...(typeof responseCode === "number" ? [responseCode] : [])].join(
    " ",
  );
}
