/** Port to the storage of pictures by `publicId`, `<photo id>/<name>`. Callers check the owner in `photos` first. */
import { createContext } from "react-router";
import type { PictureFormat, PictureWidth } from "./picture-presets.ts";

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
