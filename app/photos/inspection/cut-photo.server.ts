import sharp from "sharp";
import type { Adjustment } from "../adjusting/adjustment.ts";
import { jpegQuality } from "./inspect-photo.server.ts";
import { maxPhotoSide, normalisePhoto } from "./normalise-photo.server.ts";
import type { InspectionOutcome } from "./photo-inspection.server.ts";

/**
 * Turns a photo as the product keeps it and cuts a frame out of what that gives. Runs in a child process. The pixels
 * are encoded once more, at the quality an upload of this size is kept at; a PNG's clear parts stay clear.
 */
export async function cutPhoto(bytes: Uint8Array, { turn, ...frame }: Adjustment): Promise<InspectionOutcome> {
  try {
    const photo = sharp(bytes, { limitInputPixels: maxPhotoSide ** 2, failOn: "error" });
    const { format, hasAlpha } = await photo.metadata();
    const cut = photo.rotate(turn).extract(frame);
    const kept = { quality: jpegQuality(bytes.length), transparent: format === "png" && hasAlpha };
    return { ok: true, photo: await normalisePhoto(cut, kept) };
  } catch {
    // sharp throws plain errors for whatever is wrong with a file, and for a frame that lies outside.
    return { ok: false, problem: "broken" };
  }
}
