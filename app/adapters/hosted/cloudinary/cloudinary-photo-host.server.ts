import type { PhotoHost, StoredPicture } from "../../../photos/photo-host.ts";
import { pictureTypeOf } from "../../../photos/picture-type.ts";
import { assertPublicId } from "../../../photos/public-id.ts";
import { readCloudinaryUrl } from "./cloudinary-account.ts";
import { createCloudinaryApi } from "./cloudinary-api.server.ts";
import { createCloudinaryDelivery } from "./cloudinary-delivery.server.ts";
import { CloudinaryError } from "./cloudinary-error.ts";

export interface CloudinaryPhotoHostOptions {
  /** `cloudinary://<key>:<secret>@<cloud>`, see `readCloudinaryUrl`. */
  cloudinaryUrl: string;
  /** The most one call may take, answer included. Milliseconds. */
  timeoutMs?: number;
  /** The same for an upload. */
  uploadTimeoutMs?: number;
  /** The most bytes taken for one picture. */
  maxBytes?: number;
}

export interface CloudinaryPhotoHost extends PhotoHost {
  /** Of the account, for the operator. */
  readonly cloudName: string;
  /** Gives up what is under way; later calls are refused. */
  close(): Promise<void>;
}

/**
 * The photo host at Cloudinary. Pictures are of type `authenticated` in the folder `photogem/`, and copies are made and
 * kept by Cloudinary.
 *
 * They reach people through our own `/images/…` routes, not by a redirect to Cloudinary: a signed URL never expires and
 * works for whoever gets hold of it, and its delivery network may go on serving a picture after it was deleted, so
 * neither the check of the owner nor taking back a share would hold. The cost is that every picture passes through this
 * server once (browsers then keep it). A redirect would save that, and need tokens that expire (a paid option there),
 * Cloudinary's address in the Content-Security-Policy, and people told that a link they pass on stays open for a time.
 *
 * A picture put again under the same id may be derived from its old self until Cloudinary has told its delivery
 * network, which takes seconds, seldom minutes; `read` is never stale.
 *
 * @throws when the URL is not usable, with a message for the operator. Calls reject with a CloudinaryError: `EEXIST`
 * when a picture would be moved over another, `ENOENT` when there is nothing to move.
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
        // A rename whose answer was lost has been done all the same.
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

/** In a delivery URL what follows a dot is a format; `~` is in no public id of ours and means nothing to Cloudinary. */
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
    throw new CloudinaryError(operation, "EIO", "what came is not a picture");
  }
  if (expected && mimeType !== expected) throw new CloudinaryError(operation, "EIO", `what came is ${mimeType}`);
  return { bytes, mimeType };
}
