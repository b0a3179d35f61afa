import sharp from "sharp";
import type { Photo } from "../photo.ts";
import type { Area } from "./close-up.ts";

/** What an area within a photo shows, at another size. */
export async function viewPhoto(photo: Photo, area: Area, size: { width: number; height: number }): Promise<Photo> {
  const { left, top, width, height } = area;
  const { data } = await sharp(photo.data, { raw: { width: photo.width, height: photo.height, channels: 3 } })
    .extract({ left, top, width, height })
    .resize(size.width, size.height, { fit: "fill", kernel: "lanczos3" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { ...size, data };
}
