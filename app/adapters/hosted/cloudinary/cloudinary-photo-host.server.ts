import { assertPublicId, type PhotoHost, pictureTypeOf, type StoredPicture } from "../../../photos/photo-host.ts";
import { type CloudinaryAccount, readCloudinaryUrl } from "./cloudinary-account.server.ts";
import { CloudinaryError, createCloudinaryApi, failure, refusal } from "./cloudinary-api.server.ts";
import { setTimeout as wait } from "node:timers/promises";
import { randomInt } from "node:crypto";
import { type ImageTransformationOptions, v2 as cloudinary } from "cloudinary";
import type { PictureFormat, PictureWidth } from "../../../photos/picture.ts";

export interface CloudinaryPhotoHostOptions {
  cloudinaryUrl: string;
  timeoutMs?: number;
  uploadTimeoutMs?: number;
  maxBytes?: number;
}

export interface CloudinaryPhotoHost extends PhotoHost {
  readonly cloudName: string;
  close(): Promise<void>;
}

/**
 * Photo host at Cloudinary: `authenticated` assets in `photogem/`, served through our `/images/…` routes, because a
 * signed URL never expires and would outlast deletion or an unshared link. For seconds after a replacement, sizes may
 * still derive from the old version; `read` is never stale.
 * @throws for an unusable URL. Calls reject with a CloudinaryError: `EEXIST` when a move would overwrite, `ENOENT`.
 */
export function createCloudinaryPhotoHost(options: CloudinaryPhotoHostOptions): CloudinaryPhotoHost {
  const { cloudinaryUrl, timeoutMs = 10_000, uploadTimeoutMs = 30_000, maxBytes = 32 * 1024 * 1024 } = options;
  const account = readCloudinaryUrl(cloudinaryUrl);
  const closing = new AbortController();
  const api = createCloudinaryApi(account, { closing: closing.signal, timeoutMs, uploadTimeoutMs });
  const delivery = createCloudinaryDelivery(account, { closing: closing.signal, timeoutMs, maxBytes });
  const inFlight = new Map<string, Promise<StoredPicture | null>>();

  async function read(publicId: string): Promise<StoredPicture | null> {
    return asPicture("read", await delivery.original(assetId(publicId)));
  }

  return {
    cloudName: account.cloud_name,

    async put(publicId, { bytes }) {
      await api.upload(assetId(publicId), bytes);
    },

    read,

    async derive(publicId, width, format) {
      const id = assetId(publicId);
      const key = `${width}.${format} ${id}`;
      const copying =
        inFlight.get(key) ??
        delivery
          .copy(id, width, format)
          .then((bytes) => asPicture("derive", bytes, `image/${format}`))
          .finally(() => inFlight.delete(key));
      inFlight.set(key, copying);
      return copying;
    },

    async rename(publicId, newPublicId) {
      const [from, to] = [assetId(publicId), assetId(newPublicId)];
      if (from === to) return;
      try {
        await api.rename(from, to);
      } catch (error) {
        // A previous rename succeeded, and its response was lost.
        const isDone =
          error instanceof CloudinaryError && error.code === "ENOENT" && (await read(newPublicId)) !== null;
        if (!isDone) throw error;
      }
    },

    async delete(publicId) {
      await api.destroy(assetId(publicId));
    },

    async close() {
      closing.abort();
    },
  };
}

function assetId(publicId: string): string {
  assertPublicId(publicId);
  return `photogem/${publicId.replaceAll(".", "~")}`;
}

function asPicture(
  operation: string,
  bytes: Uint8Array<ArrayBuffer> | null,
  expected?: StoredPicture["mimeType"],
): StoredPicture | null {
  if (!bytes) return null;
  let mimeType: StoredPicture["mimeType"];
  try {
    mimeType = pictureTypeOf(bytes);
  } catch {
    throw new CloudinaryError(operation, "EIO", "the answer is not a picture");
  }
  if (expected && mimeType !== expected) throw new CloudinaryError(operation, "EIO", `the answer is ${mimeType}`);
  return { bytes, mimeType };
}

export interface CloudinaryDelivery {
  original(publicId: string): Promise<Uint8Array<ArrayBuffer> | null>;
  copy(publicId: string, width: PictureWidth, format: PictureFormat): Promise<Uint8Array<ArrayBuffer> | null>;
}

const waits = [200, 400, 800];

/** Uses signed URLs (https://cloudinary.com/documentation/control_access_to_media). Rejects with a CloudinaryError. */
function createCloudinaryDelivery(
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
