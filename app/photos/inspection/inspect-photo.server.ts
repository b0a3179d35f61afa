import sharp, { type Metadata, type Sharp } from "sharp";
import { maxPhotoAspect, minPhotoSide, type PhotoProblem } from "../upload/photo-problems.ts";
import { decodeHeif } from "./decode-heif.server.ts";
import { type PhotoFormat, photoFormatOf } from "./photo-format.server.ts";
import { maxPhotoSide, normalisePhoto } from "./normalise-photo.server.ts";
import type { InspectionOutcome } from "./photo-inspection.ts";

/** Phones take 50 to 108 million pixels. Only JPEG can be shrunk while decoding. */
const maxPixels: Record<PhotoFormat, number> = {
  jpeg: 120_000_000,
  heif: 120_000_000,
  png: 50_000_000,
  webp: 50_000_000,
};

const megabyte = 1024 * 1024;

/** Checks format and size in the file's head before decoding a pixel. Runs in a child process: decoders block. */
export async function inspectPhoto(bytes: Uint8Array): Promise<InspectionOutcome> {
  const format = await photoFormatOf(bytes);
  if (!format) return { ok: false, problem: "unsupported" };

  const head = await readHead(bytes);
  if (!head) return { ok: false, problem: "broken" };
  const problem = sizeProblem(head, format);
  if (problem) return { ok: false, problem };

  try {
    const pixels = format === "heif" ? await decodeHeif(bytes, head, maxPhotoSide) : decode(bytes, format);
    return { ok: true, photo: await normalisePhoto(pixels, { quality: jpegQuality(bytes.length) }) };
  } catch {
    return { ok: false, problem: "broken" };
  }
}

/** By upload size (docs/product/specification.md, "Constants and limits"). */
export function jpegQuality(uploadedBytes: number): number {
  if (uploadedBytes > 5 * megabyte) return 70;
  if (uploadedBytes > 2 * megabyte) return 80;
  return 90;
}

async function readHead(bytes: Uint8Array): Promise<Metadata | null> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}

function sizeProblem({ width, height }: Metadata, format: PhotoFormat): PhotoProblem | null {
  const [short, long] = width < height ? [width, height] : [height, width];
  if (short * long > maxPixels[format]) return "too-many-pixels";
  if (short < minPhotoSide) return "too-small";
  if (long > short * maxPhotoAspect) return "too-narrow";
  return null;
}

function decode(bytes: Uint8Array, format: PhotoFormat): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels[format], failOn: "error", pages: 1 }).autoOrient();
}
