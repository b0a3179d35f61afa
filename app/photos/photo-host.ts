/** Port to the storage of pictures by `publicId`, `<photo id>/<name>`. Callers check the owner in `photos` first. */
import { createContext } from "react-router";
import type { PictureFormat, PictureWidth } from "./picture.ts";

export interface StoredPicture {
  bytes: Uint8Array<ArrayBuffer>;
  mimeType: "image/jpeg" | "image/png" | "image/webp" | "image/avif";
}

export interface PhotoHost {
  put(publicId: string, picture: StoredPicture): Promise<void>;
  read(publicId: string): Promise<StoredPicture | null>;
  /** At most `width` px wide, never enlarged, cached; null when there is none. */
  derive(publicId: string, width: PictureWidth, format: PictureFormat): Promise<StoredPicture | null>;
  rename(publicId: string, newPublicId: string): Promise<void>;
  delete(publicId: string): Promise<void>;
}

export const photoHostContext = createContext<PhotoHost>();

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** A UUID, a slash and a safe name that is not a hidden file. */
const pattern = new RegExp(`^${uuid}/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$`);

/** @throws for an id that could leave its folder; ids come from the photos table, so this is a bug or an attack. */
export function assertPublicId(publicId: string): void {
  if (!pattern.test(publicId) || publicId.includes("..")) throw new InvalidPublicIdError(publicId);
}

class InvalidPublicIdError extends Error {
  override readonly name = "InvalidPublicIdError";

  constructor(publicId: string) {
    super(`Not a public id of a picture: ${JSON.stringify(publicId.slice(0, 150))}`);
  }
}

export function pictureTypeOf(bytes: Uint8Array): StoredPicture["mimeType"] {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG")) return "image/png";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "image/webp";
  if (head.endsWith("ftypavif")) return "image/avif";
  throw new Error("The stored file has an unknown image type.");
}
