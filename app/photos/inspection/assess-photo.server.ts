import sharp from "sharp";
import { measurePhoto, rasterSide } from "../advice/measure-photo.ts";
import { adviceFor, type PhotoAdvice } from "../advice/photo-advice.ts";

export async function assessPhoto(photo: Buffer, size: { width: number; height: number }): Promise<PhotoAdvice[]> {
  const { data, info } = await sharp(photo)
    .resize(rasterSide, rasterSide, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return adviceFor(size, measurePhoto({ pixels: data, width: info.width, height: info.height }));
}
