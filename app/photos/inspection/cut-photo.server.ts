import sharp from "sharp";
import type { Adjustment } from "../adjusting/adjustment.ts";
import { jpegQuality } from "./inspect-photo.server.ts";
import { maxPhotoSide, normalisePhoto } from "./normalise-photo.server.ts";
import type { InspectionOutcome } from "./photo-inspection.ts";

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
