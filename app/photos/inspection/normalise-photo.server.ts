import sharp, { type Sharp } from "sharp";
import { assessPhoto } from "./assess-photo.server.ts";
import type { InspectedPhoto } from "./photo-inspection.ts";

/** Width and height, px (docs/product/specification.md, "Constants and limits"). */
export const maxPhotoSide = 1920;

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
