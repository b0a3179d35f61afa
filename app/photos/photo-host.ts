/** Port to the storage of pictures by `publicId`, `<photo id>/<name>`. Callers check the owner in `photos` first. */
export const pictureWidths = [320, 640, 960, 1280, 1920] as const;
export type PictureWidth = (typeof pictureWidths)[number];
export type PictureFormat = "avif" | "webp" | "jpeg";

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
