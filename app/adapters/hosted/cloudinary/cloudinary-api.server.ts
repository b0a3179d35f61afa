import { randomBytes } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { type ResponseCallback, type UploadApiOptions, v2 as cloudinary } from "cloudinary";
import type { CloudinaryAccount } from "./cloudinary-account.server.ts";

export interface CloudinaryApi {
  upload(publicId: string, bytes: Uint8Array): Promise<void>;
  rename(publicId: string, newPublicId: string): Promise<void>;
  destroy(publicId: string): Promise<void>;
}

// The SDK merges a process-wide configuration from CLOUDINARY_URL into every call; here each call passes its account.
const processWide = cloudinary.config();
for (const setting of Object.keys(processWide)) Reflect.deleteProperty(processWide, setting);

// The SDK 2.11 separates the parts of a request by a random id of 0 to 16 characters. About one upload in 10,000 gets an
// empty or one-letter boundary, which parsers refuse.
Object.assign(cloudinary.utils, { random_public_id: () => randomBytes(16).toString("hex") });

/**
 * Calls Cloudinary's upload API (https://cloudinary.com/documentation/image_upload_api_reference) for `authenticated`
 * assets. Rejects with a CloudinaryError.
 */
export function createCloudinaryApi(
  account: CloudinaryAccount,
  { closing, timeoutMs, uploadTimeoutMs }: { closing: AbortSignal; timeoutMs: number; uploadTimeoutMs: number },
): CloudinaryApi {
  interface Answer {
    result?: unknown;
    public_id?: unknown;
  }
  type Send = (options: UploadApiOptions, answer: ResponseCallback) => void;

  /** The SDK's requests cannot be aborted, and its timeout only notices silence; an agent per call can do both. */
  async function call(operation: string, milliseconds: number, send: Send): Promise<Answer> {
    const agent = account.upload_prefix.startsWith("http:") ? new http.Agent() : new https.Agent();
    const over = AbortSignal.any([closing, AbortSignal.timeout(milliseconds)]);
    try {
      over.throwIfAborted();
      return await new Promise((resolve, reject) => {
        over.addEventListener("abort", () => reject(over.reason), { once: true });
        const options = { ...account, type: "authenticated", invalidate: true, agent, timeout: milliseconds };
        send({ ...options, disable_promises: true }, (error, answer) => (error ? reject(error) : resolve(answer)));
      });
    } catch (error) {
      throw failure(operation, error);
    } finally {
      agent.destroy();
    }
  }

  function confirm(operation: string, { public_id }: Answer, expected: string) {
    if (public_id !== expected) throw new CloudinaryError(operation, "EIO", "not confirmed");
  }

  return {
    async upload(publicId, bytes) {
      const answer = await call("upload", uploadTimeoutMs, (options, answered) => {
        const upload = { ...options, public_id: publicId, overwrite: true, resource_type: "image" } as const;
        cloudinary.uploader.upload_stream(upload, answered).end(bytes);
      });
      confirm("upload", answer, publicId);
    },

    async rename(publicId, newPublicId) {
      const answer = await call("rename", timeoutMs, (options, answered) => {
        void cloudinary.uploader.rename(publicId, newPublicId, { ...options, overwrite: false }, answered);
      });
      confirm("rename", answer, newPublicId);
    },

    async destroy(publicId) {
      const { result } = await call("destroy", timeoutMs, (options, answer) => {
        void cloudinary.uploader.destroy(publicId, options, answer);
      });
      if (result !== "ok" && result !== "not found") throw new CloudinaryError("destroy", "EIO", "not confirmed");
    },
  };
}

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
  // 420 is Cloudinary's rate limit, 423 an asset in process.
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
