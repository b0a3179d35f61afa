import sharp from "sharp";
import { digitalSourceXmp, type DigitalSourceType } from "../transformations/digital-source.ts";
import type { Recipe } from "../transformations/image-generator.ts";
import type { Look } from "../transformations/looks.ts";
import { decodePhoto } from "./decode.ts";
import { inRanges, type Plane } from "./pixels/plane.ts";
import type { Photo, LookPicture } from "./work.ts";
import { encodeForForm } from "./id-photo/encode-for-form.ts";
import { seePhoto } from "./vision/sight.ts";
import type { PoseNet, SaliencyNet } from "./vision/onnx-nets.ts";
import { workOn } from "./work-by-tool.ts";
import { crc32 } from "node:zlib";

export interface DarkroomTask {
  recipe: Recipe;
  image: Uint8Array;
}

interface Encoded {
  image: Uint8Array<ArrayBuffer>;
  mimeType: "image/jpeg" | "image/png";
}

export type DarkroomResult =
  | (Encoded & { ok: true; note?: string; looks?: (Encoded & { look: Look })[] })
  | { ok: false; problem: "rejected" | "unclear" | "no-gain"; detail: string };

export interface DevelopOptions {
  onProgress: (share: number) => void;
  /** A second network for the subject; null without it. */
  saliency: SaliencyNet | null;
  /** A third one for people's bodies. */
  pose?: PoseNet | null;
}

const [decoded, applied] = [0.1, 0.9];

/**
 * Decodes, edits and encodes a photo and its looks: JPEG, or PNG with transparency, with the digital source type.
 * Rejects broken files and results equal to the photo. Runs in a child process.
 */
export async function develop(
  { recipe, image }: DarkroomTask,
  { onProgress, saliency, pose = null }: DevelopOptions,
): Promise<DarkroomResult> {
  const photo = await decodePhoto(image);
  if (!photo) return { ok: false, problem: "rejected", detail: "The image cannot be decoded." };
  onProgress(decoded);
  const work = await workOn(await seePhoto(photo, saliency, pose), recipe, (share) =>
    onProgress(decoded + share * (applied - decoded)),
  );
  if (!work.ok) return work;
  const { picture, alpha, note } = work;
  if (!alpha && Buffer.compare(picture.data, photo.data) === 0) {
    const problem = recipe.tool === "surprise-me" ? "no-gain" : "rejected";
    return { ok: false, problem, detail: "There is nothing in the image to work on." };
  }
  onProgress(applied);
  const xmp = digitalSourceXmp(digitalSourceOf(recipe));
  const encoded = alpha
    ? await encodeCutOut(picture, alpha, xmp)
    : work.file
      ? await encodeForForm(picture, work.file, xmp)
      : await encodePhoto(picture, xmp);
  const looks = work.looks && (await encodeLooks(work.looks, xmp));
  onProgress(1);
  return { ok: true, ...encoded, ...(note ? { note } : {}), ...(looks ? { looks } : {}) };
}

async function encodeLooks(looks: readonly LookPicture[], xmp: string): Promise<(Encoded & { look: Look })[]> {
  const encoded: (Encoded & { look: Look })[] = [];
  for (const { look, picture } of looks) encoded.push({ look, ...(await encodePhoto(picture, xmp)) });
  return encoded;
}

/** 4:4:4: results are viewed closely and edited again. */
async function encodePhoto({ width, height, data }: Photo, xmp: string): Promise<Encoded> {
  const jpeg = sharp(data, { raw: { width, height, channels: 3 } })
    .withXmp(xmp)
    .jpeg({ quality: 89, chromaSubsampling: "4:4:4" });
  return { image: new Uint8Array(await jpeg.toBuffer()), mimeType: "image/jpeg" };
}

/** Straight alpha, as in PNG. */
async function encodeCutOut({ width, height, data }: Photo, alpha: Plane, xmp: string): Promise<Encoded> {
  const rgba = new Uint8Array(width * height * 4);
  inRanges(alpha.data.length, (from, to) => addAlpha(data, alpha.data, rgba, from, to));
  const png = sharp(rgba, { raw: { width, height, channels: 4 } }).png({
    compressionLevel: 5,
    adaptiveFiltering: true,
  });
  return { image: pngWithXmp(await png.toBuffer(), xmp), mimeType: "image/png" };
}

function addAlpha(data: Uint8Array, alpha: Float32Array, rgba: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    // Clear pixels get no colour: viewers without alpha would show it.
    if ((alpha[at] ?? 0) < 1 / 510) continue;
    rgba[at * 4] = data[at * 3] ?? 0;
    rgba[at * 4 + 1] = data[at * 3 + 1] ?? 0;
    rgba[at * 4 + 2] = data[at * 3 + 2] ?? 0;
    rgba[at * 4 + 3] = Math.round((alpha[at] ?? 0) * 255);
  }
}

/** IPTC's type: altered by algorithm, or composed with a drawn scene. No generative model is involved. */
function digitalSourceOf(recipe: Recipe): DigitalSourceType {
  const hasDrawnBackground =
    (recipe.tool === "background-engine" && recipe.mode === "replace") ||
    (recipe.tool === "id-photo" && recipe.changes !== "crop") ||
    (recipe.tool === "portrait-studio" && recipe.background !== "maintain");
  return hasDrawnBackground ? "compositeSynthetic" : "algorithmicallyEnhanced";
}

/** Signature (8 bytes) and IHDR (25) come first (PNG, third edition, 5.2 and 11.2.1). */
const headBytes = 33;

/**
 * Uncompressed iTXt chunk (XMP specification, part 3, 1.1.5), for readers that scan the file; libvips compresses it.
 */
function pngWithXmp(png: Uint8Array, xmp: string): Uint8Array<ArrayBuffer> {
  // Keyword, compression flag and method, empty language and translation.
  const body = Buffer.from(`iTXtXML:com.adobe.xmp\0\0\0\0\0${xmp}`, "utf8");
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, headBytes));
  whole.set(chunk, headBytes);
  whole.set(png.subarray(headBytes), headBytes + chunk.length);
  return whole;
}
