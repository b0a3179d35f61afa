import http from "node:http";
import https from "node:https";
import { type ResponseCallback, type UploadApiOptions, v2 as cloudinary } from "cloudinary";
import type { CloudinaryAccount } from "./cloudinary-account.server.ts";
import { CloudinaryError, failure } from "./cloudinary-error.ts";

export interface CloudinaryApi {
  upload(publicId: string, bytes: Uint8Array): Promise<void>;
  rename(publicId: string, newPublicId: string): Promise<void>;
  destroy(publicId: string): Promise<void>;
}

// The SDK mixes a process-wide configuration from CLOUDINARY_URL into every call; here each call carries its account.
const processWide = cloudinary.config();
for (const setting of Object.keys(processWide)) Reflect.deleteProperty(processWide, setting);

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
