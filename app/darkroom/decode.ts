import sharp from "sharp";
import type { Photo } from "./photo.ts";

/** Results are at most this wide and high, in pixels, as photos are. */
const maxSide = 1920;

/** Larger than the largest result of any image generator, 4096 × 4096; photos are 1920 × 1920 at most. */
const maxPixels = 40_000_000;

/**
 * The pixels of a JPEG, PNG or WebP, upright, in sRGB and on white, at most `side` pixels long. Null for what is no whole
 * picture or has more than 40 million pixels. Runs in child processes only: decoders are given strangers' files.
 */
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
    // sharp throws plain errors for whatever is wrong with a file.
    return null;
  }
}

function greyAsRgb(grey: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(grey.length * 3);
  for (const [at, tone] of grey.entries()) rgb.fill(tone, at * 3, at * 3 + 3);
  return rgb;
}
