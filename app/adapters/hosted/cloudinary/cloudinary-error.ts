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
 * What went wrong at Cloudinary. `code` is the POSIX one the disk host's errors would have, so that a caller need not
 * know which host it talks to. The message says which call failed and why, never more: Cloudinary's own messages
 * repeat signatures, keys and the names members give their pictures.
 */
export class CloudinaryError extends Error {
  override readonly name = "CloudinaryError";
  readonly code: CloudinaryErrorCode;
  /** Of Cloudinary's answer; undefined when there was none. */
  readonly status: number | undefined;

  constructor(operation: string, code: CloudinaryErrorCode, reason: string, status?: number) {
    super(`Cloudinary ${operation}: ${reason}${status === undefined ? "" : ` (HTTP ${status})`}`);
    this.code = code;
    this.status = status;
  }
}

/** What Cloudinary says that an operator can act on, up to where it begins to quote. */
const knownReasons =
  /^(Invalid Signature|Stale request|(unknown|invalid) api_key|cloud_name mismatch|disabled account|invalid image file|file size too large|rate limit exceeded|invalid transformation|resource not found|unsupported)|already exists/i;

/** The error for an answer that is not a success. `message` is Cloudinary's. */
export function refusal(operation: string, status: number, message: string): CloudinaryError {
  const reason = knownReasons.exec(message)?.[0] ?? "refused";
  return new CloudinaryError(operation, codeOf(status, reason), reason, status);
}

function codeOf(status: number, reason: string): CloudinaryErrorCode {
  if (status === 409 || /already exists/i.test(reason)) return "EEXIST";
  if (/file size/i.test(reason) || status === 413) return "EFBIG";
  if (status === 404) return "ENOENT";
  if (status === 401 || status === 403) return "EACCES";
  // 420 is Cloudinary's own for too many requests, 423 says that the asset is still being worked on.
  if ([420, 423, 429].includes(status)) return "EBUSY";
  return "EIO";
}

/**
 * The error for a call without a usable answer, from whatever was thrown or handed back: the SDK's plain objects
 * `{ message, http_code }`, network errors, and the signals' reasons.
 */
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
