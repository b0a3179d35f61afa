import sharp from "sharp";
import type { FileRule, Photo } from "../work.ts";

/** A JPEG of a face below 30 shows blocks; a tight limit halves the colours first. */
const fair = [30, 96] as const;
const poor = [1, 29] as const;

/**
 * Encodes a JPEG with its resolution at the best quality within the form's limit: colours at full size, then at half,
 * then with blocks. A file below the form's lower limit gets a comment of spaces, which no reader shows.
 */
export async function encodeForForm({ width, height, data }: Photo, { dpi, kilobytes }: FileRule, xmp: string) {
  const most = (kilobytes?.most ?? Infinity) * 1000;
  const encode = async (quality: number, chromaSubsampling: "4:4:4" | "4:2:0") => {
    const jpeg = sharp(data, { raw: { width, height, channels: 3 } })
      .withXmp(xmp)
      .withMetadata({ density: dpi })
      .jpeg({ quality, chromaSubsampling, mozjpeg: false, optimiseCoding: true });
    return new Uint8Array(await jpeg.toBuffer());
  };
  const bestOf = ([least, best]: readonly [number, number], subsampling: "4:4:4" | "4:2:0") =>
    largestWithin(most, least, best, (quality) => encode(quality, subsampling));
  // Forms refuse a larger file, so blocks come last.
  const image =
    (await bestOf(fair, "4:4:4")) ??
    (await bestOf(fair, "4:2:0")) ??
    (await bestOf(poor, "4:2:0")) ??
    (await encode(poor[0], "4:2:0"));
  return { image: atLeast(image, (kilobytes?.least ?? 0) * 1000), mimeType: "image/jpeg" as const };
}

/** COM segments after SOI (ITU-T T.81, B.2.4.5), each of at most 65 533 bytes and its length. */
function atLeast(jpeg: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer> {
  if (jpeg.length >= bytes) return jpeg;
  const body = Math.min(65_533, Math.max(1, bytes - jpeg.length - 4));
  const padded = new Uint8Array(jpeg.length + 4 + body).fill(0x20);
  padded.set(jpeg.subarray(0, 2));
  padded.set([0xff, 0xfe, (body + 2) >> 8, (body + 2) & 0xff], 2);
  padded.set(jpeg.subarray(2), 6 + body);
  return atLeast(padded, bytes);
}

/** Finds the file of the greatest setting within `most` bytes by bisection; null when the least is too large. */
export async function largestWithin<File extends { readonly byteLength: number }>(
  most: number,
  least: number,
  best: number,
  make: (setting: number) => Promise<File>,
): Promise<File | null> {
  let [low, high] = [least, best];
  let found: File | null = null;
  let setting = best;
  while (low <= high) {
    const file = await make(setting);
    if (file.byteLength <= most) {
      found = file;
      low = setting + 1;
    } else {
      high = setting - 1;
    }
    setting = Math.floor((low + high) / 2);
  }
  return found;
}
