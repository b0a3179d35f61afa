/**
 * The port to whoever keeps pictures. Pictures are addressed by their `publicId`,
 * `<photo id>/<name>`; who may see one is decided by the caller, from the photos table, before asking.
 */
export const pictureWidths = [320, 640, 960, 1280, 1920] as const;
export type PictureWidth = (typeof pictureWidths)[number];
export type PictureFormat = "avif" | "webp" | "jpeg";

export interface StoredPicture {
  bytes: Uint8Array<ArrayBuffer>;
  mimeType: "image/jpeg" | "image/png" | "image/webp" | "image/avif";
}

export interface PhotoHost {
  /** Stores a picture under `publicId`. Repeating it replaces the picture. */
  put(publicId: string, picture: StoredPicture): Promise<void>;
  /** The stored file itself, or null when there is none. */
  read(publicId: string): Promise<StoredPicture | null>;
  /** The picture at most `width` px wide, never enlarged, derived once and kept; null when there is none. */
  derive(publicId: string, width: PictureWidth, format: PictureFormat): Promise<StoredPicture | null>;
  /** Moves a picture to a new `publicId`. */
  rename(publicId: string, newPublicId: string): Promise<void>;
  /** Removes the picture and everything derived from it. Removing what is not there is no error. */
  delete(publicId: string): Promise<void>;
}
