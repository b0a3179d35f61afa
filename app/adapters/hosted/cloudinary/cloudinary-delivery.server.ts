import { setTimeout as wait } from "node:timers/promises";
import { randomInt } from "node:crypto";
import { type ImageTransformationOptions, v2 as cloudinary } from "cloudinary";
import type { PictureFormat, PictureWidth } from "../../../photos/picture.ts";
import type { CloudinaryAccount } from "./cloudinary-account.server.ts";
import { CloudinaryError, failure, refusal } from "./cloudinary-error.ts";

export interface CloudinaryDelivery {
  original(publicId: string): Promise<Uint8Array<ArrayBuffer> | null>;
  copy(publicId: string, width: PictureWidth, format: PictureFormat): Promise<Uint8Array<ArrayBuffer> | null>;
}

const waits = [200, 400, 800];

/** By signed URLs (https://cloudinary.com/documentation/control_access_to_media). Rejects with a CloudinaryError. */
export function createCloudinaryDelivery(
  account: CloudinaryAccount,
  { closing, timeoutMs, maxBytes }: { closing: AbortSignal; timeoutMs: number; maxBytes: number },
): CloudinaryDelivery {
  const signedUrl = (publicId: string, options: ImageTransformationOptions & { version?: number }) =>
    cloudinary.url(publicId, { ...account, type: "authenticated", sign_url: true, analytics: false, ...options });

  async function deliver(operation: string, url: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
    try {
      for (let attempt = 0; ; attempt += 1) {
        const response = await fetch(url, { redirect: "error", signal });
        if (response.ok) return await readAtMost(operation, response, maxBytes);
        await response.body?.cancel();
        if (response.status === 404) return null;
        const delay = waits[attempt];
        // 423: Cloudinary is still making this copy.
        if (response.status !== 423 || delay === undefined) {
          throw refusal(operation, response.status, response.headers.get("X-Cld-Error") ?? "");
        }
        await wait(delay, undefined, { signal });
      }
    } catch (error) {
      throw failure(operation, signal.aborted ? signal.reason : error);
    }
  }

  return {
    // fl_original returns the file itself; the random version avoids stale copies and cached 404s in the CDN.
    original: (publicId) => deliver("read", signedUrl(publicId, { flags: "original", version: randomInt(1e9, 1e10) })),

    copy: (publicId, width, format) => deliver("derive", signedUrl(publicId, transformation(width, format))),
  };
}

function transformation(width: PictureWidth, format: PictureFormat): ImageTransformationOptions {
  const fetch_format = format === "jpeg" ? "jpg" : format;
  const sized = { width, crop: "limit", quality: "auto", fetch_format, flags: "strip_profile" };
  return format === "jpeg" ? { ...sized, background: "white" } : sized;
}

async function readAtMost(operation: string, response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new CloudinaryError(operation, "EFBIG", `more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
