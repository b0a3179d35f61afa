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
