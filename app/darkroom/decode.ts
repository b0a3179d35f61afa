import sharp from "sharp";
import type { Photo } from "./work.ts";

/** Longest side in px, as for photos. */
const maxSide = 1920;

/** Above 4096 × 4096, the largest output of an image generator. */
const maxPixels = 40_000_000;

/** RGB, upright, on white, at most `side` px. Null for a broken file. In child processes only: files are untrusted. */
export async function decodePhoto(image: Uint8Array, side: number = maxSide): Promise<Photo | null> {
  try {
    const { data, info } = await sharp(image, { failOn: "error", limitInputPixels: maxPixels, pages: 1 })
      .autoOrient()
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: info.channels === 1 ? greyAsRgb(data) : data };
  } catch {
    return null;
  }
}

function greyAsRgb(grey: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(grey.length * 3);
  for (let at = 0; at < grey.length; at += 1) rgb.fill(grey[at] ?? 0, at * 3, at * 3 + 3);
  return rgb;
}
