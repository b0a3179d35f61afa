import sharp, { type Metadata, type Sharp } from "sharp";
import { type PhotoProblem } from "../upload/photo-problems.ts";
import { maxPhotoAspect, minPhotoSide } from "../upload/limits.ts";
import { decodeHeif } from "./decode-heif.server.ts";
import type { InspectedPhoto, InspectionOutcome } from "./photo-inspection.ts";
import { fileTypeFromBuffer } from "file-type";
import { measurePhoto, rasterSide } from "../advice/measure-photo.ts";
import { adviceFor, type PhotoAdvice } from "../advice/photo-advice.ts";
import type { Adjustment } from "../adjusting/adjustment.ts";

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

export type PhotoFormat = "jpeg" | "png" | "webp" | "heif";

const formats: Record<string, PhotoFormat> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/apng": "png",
  "image/webp": "webp",
  "image/heic": "heif",
  "image/heic-sequence": "heif",
  "image/heif": "heif",
  "image/heif-sequence": "heif",
};

async function photoFormatOf(bytes: Uint8Array): Promise<PhotoFormat | undefined> {
  const format = formats[(await fileTypeFromBuffer(bytes))?.mime ?? ""];
  return format === "heif" && isAvif(bytes) ? undefined : format;
}

function isAvif(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fileTypeBox = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(view.getUint32(0), bytes.length));
  return /avi[fs]/.test(fileTypeBox.toString("latin1"));
}

/** Width and height, px (docs/product/specification.md, "Constants and limits"). */
const maxPhotoSide = 1920;

async function normalisePhoto(
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

export async function assessPhoto(photo: Buffer, size: { width: number; height: number }): Promise<PhotoAdvice[]> {
  const { data, info } = await sharp(photo)
    .resize(rasterSide, rasterSide, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return adviceFor(size, measurePhoto({ pixels: data, width: info.width, height: info.height }));
}

/**
 * Turns and crops a stored photo in a child process. Re-encodes once at the upload's quality; PNG keeps transparency.
 */
export async function cutPhoto(bytes: Uint8Array, { turn, ...frame }: Adjustment): Promise<InspectionOutcome> {
  try {
    const photo = sharp(bytes, { limitInputPixels: maxPhotoSide ** 2, failOn: "error" });
    const { format, hasAlpha } = await photo.metadata();
    const cut = photo.rotate(turn).extract(frame);
    const encoding = { quality: jpegQuality(bytes.length), transparent: format === "png" && hasAlpha };
    return { ok: true, photo: await normalisePhoto(cut, encoding) };
  } catch {
    return { ok: false, problem: "broken" };
  }
}
