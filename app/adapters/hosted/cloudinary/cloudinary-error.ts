export type CloudinaryErrorCode =
  | "EEXIST"
  | "ENOENT"
  | "EACCES"
  | "EFBIG"
  | "EBUSY"
  | "ETIMEDOUT"
  | "ECANCELED"
  | "EIO";

/**
 * `code` is the POSIX code of the disk host's errors. The message never quotes Cloudinary, whose messages repeat
 * signatures, keys and picture names.
 */
export class CloudinaryError extends Error {
  override readonly name = "CloudinaryError";
  readonly code: CloudinaryErrorCode;
  readonly status: number | undefined;

  constructor(operation: string, code: CloudinaryErrorCode, reason: string, status?: number) {
    super(`Cloudinary ${operation}: ${reason}${status === undefined ? "" : ` (HTTP ${status})`}`);
    this.code = code;
    this.status = status;
  }
}

/** Parts of messages that are safe to log. */
const knownReasons =
  /^(Invalid Signature|Stale request|(unknown|invalid) api_key|cloud_name mismatch|disabled account|invalid image file|file size too large|rate limit exceeded|invalid transformation|resource not found|unsupported)|already exists/i;

export function refusal(operation: string, status: number, message: string): CloudinaryError {
  const reason = knownReasons.exec(message)?.[0] ?? "refused";
  return new CloudinaryError(operation, codeOf(status, reason), reason, status);
}

function codeOf(status: number, reason: string): CloudinaryErrorCode {
  if (status === 409 || /already exists/i.test(reason)) return "EEXIST";
  if (/file size/i.test(reason) || status === 413) return "EFBIG";
  if (status === 404) return "ENOENT";
  if (status === 401 || status === 403) return "EACCES";
  // 420 is Cloudinary's rate limit, 423 an asset in work.
  if ([420, 423, 429].includes(status)) return "EBUSY";
  return "EIO";
}

/** Accepts the SDK's plain objects `{ message, http_code }`, network errors and abort reasons. */
export function failure(operation: string, thrown: unknown): CloudinaryError {
  if (thrown instanceof CloudinaryError) return thrown;
  const { name, code, http_code: status, message, cause } = thrown as Partial<Record<string, unknown>>;
  if (name === "TimeoutError") return new CloudinaryError(operation, "ETIMEDOUT", "no answer in time");
  if (name === "AbortError") return new CloudinaryError(operation, "ECANCELED", "given up, the host is closing");
  if (typeof status === "number" && status >= 400) return refusal(operation, status, String(message));
  if (typeof status === "number") return new CloudinaryError(operation, "EIO", "an answer that makes no sense", status);
  const detail = code ?? (cause as { code?: unknown } | undefined)?.code;
  return new CloudinaryError(
    operation,
    "EIO",
    typeof detail === "string" ? `no connection, ${detail}` : "no connection",
  );
}
