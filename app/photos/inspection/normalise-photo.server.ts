import sharp, { type Sharp } from "sharp";
import { assessPhoto } from "./assess-photo.server.ts";
import type { InspectedPhoto } from "./photo-inspection.server.ts";

/** Photos are kept at most this wide and high, in pixels (docs/product/specification.md, "Constants and limits"). */
export const maxPhotoSide = 1920;

/**
 * The photo as it is kept: a JPEG of this quality on white, or where `transparent` a PNG. sharp converts from the
 * embedded profile to sRGB and writes no metadata unless told to.
 */
export async function normalisePhoto(
  pixels: Sharp,
  { quality, transparent = false }: { quality: number; transparent?: boolean },
): Promise<InspectedPhoto> {
  const fitted = pixels
    .resize(maxPhotoSide, maxPhotoSide, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb");
  const encoded = transparent ? fitted.png() : fitted.flatten({ background: "#fff" }).jpeg({ quality });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return {
    bytes: new Uint8Array(data),
    mimeType: transparent ? "image/png" : "image/jpeg",
    width: info.width,
    height: info.height,
    placeholder: await placeholderOf(data),
    advice: await assessPhoto(data, info),
  };
}

async function placeholderOf(photo: Buffer): Promise<string> {
  const tiny = await sharp(photo).resize(16, 16, { fit: "inside" }).webp({ quality: 40 }).toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}
