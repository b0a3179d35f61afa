import { assertPublicId, type PhotoHost, pictureTypeOf, type StoredPicture } from "../../../photos/photo-host.ts";
import { readCloudinaryUrl } from "./cloudinary-account.server.ts";
import { createCloudinaryApi } from "./cloudinary-api.server.ts";
import { createCloudinaryDelivery } from "./cloudinary-delivery.server.ts";
import { CloudinaryError } from "./cloudinary-error.ts";

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
 * signed URL never expires and would outlast deletion or an unshared link. A replaced picture may be derived from its
 * old version for seconds; `read` is never stale.
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
        // The answer to an earlier rename was lost.
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
