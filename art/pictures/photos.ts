import { join } from "node:path";
import sharp from "sharp";

/** Photos rendered by `art/make.sh photo_<name>`, too large for this repository: 3000 × 2250 px, the portrait 2160 × 2700. */
export type PhotoName = "kitchen_flowers" | "perfume_desk" | "handbag_window" | "fruit_bowl" | "portrait";

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** An area of a photo, 1440 px wide, as a JPEG. */
export function cropped(art: string, photo: PhotoName, area: Area): Promise<Buffer> {
  const file = join(art, `photos/photo_${photo}.jpg`);
  return sharp(file).extract(area).resize({ width: 1440 }).jpeg({ quality: 90 }).toBuffer();
}
