import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";
import { decontaminate } from "./decontaminate.ts";
import { findSubject } from "./find-subject.ts";
import { matte } from "./matte.ts";
import { cropPhoto, placePlane, scaleRegion } from "./region.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import type { Box } from "./box.ts";

/** The subject of a photo, apart from its background. */
export interface CutOut {
  /** The photo, its colours cleaned of the background where the subject is partly clear. */
  foreground: Photo;
  /** How much of each pixel is subject: 0 clear, 1 solid. */
  alpha: Plane;
  /** How sure it is that this is the subject, and all of it: 0 to 1. Low ones should not be shown as a result. */
  confidence: number;
}

/** Below this confidence, without a box, most cut-outs are wrong: better to ask than to deliver. */
export const unclearBelow = 0.6;
/** From this on there is nothing to warn of. */
export const sureFrom = 0.8;

/** The longer side at which the subject is looked for, in pixels; its outline is drawn at the photo's own size. */
const glanceSide = 960;

/**
 * Cuts the subject out of a photo. `edges`: 0 sharp to 100 very smooth. A `box` says where the subject is: everything
 * outside of it is background. A photo without any subject comes back all clear, with confidence 0.
 */
export async function cutOut(photo: Photo, { edges, box }: { edges: number; box?: Box | undefined }): Promise<CutOut> {
  const glance = shrinkPhoto(photo, glanceSide);
  const subject = await findSubject(glance, box);
  if (!subject) return { foreground: photo, alpha: emptyPlane(photo.width, photo.height), confidence: 0 };
  const { mask, confidence } = subject;
  const region = scaleRegion(subject.region, glance, photo);
  const alpha = placePlane(
    matte(cropPhoto(photo, region), cropPhoto(glance, subject.region), mask, edges),
    region,
    photo,
  );
  return { foreground: decontaminate(photo, glance, alpha), alpha, confidence };
}
