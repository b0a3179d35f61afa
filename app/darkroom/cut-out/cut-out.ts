import { sizeWithin } from "../opencv/filters.ts";
import type { Photo } from "../photo.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import type { Sight } from "../vision/sight.ts";
import type { Box } from "./box.ts";
import { decontaminate } from "./decontaminate.ts";
import { matte } from "./matte.ts";

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
export const unclearBelow = 0.25;
/** From this on there is nothing to warn of. */
export const sureFrom = 0.6;

/** The longer side of the copy that the outline and the colours along it are fitted to, in pixels. */
const glanceSide = 960;

/**
 * Cuts the subject out of a photo. `edges`: 0 sharp to 100 very smooth. A `box` says where the subject is. A photo
 * without any subject comes back all clear, with confidence 0.
 */
export async function cutOut(sight: Sight, { edges }: { edges: number; box?: Box | undefined }): Promise<CutOut> {
  const { photo } = sight;
  const subject = await sight.subject();
  if (!subject) return { foreground: photo, alpha: emptyPlane(photo.width, photo.height), confidence: 0 };
  const glance = shrinkPhoto(photo, Math.max(...Object.values(sizeWithin(photo, glanceSide))));
  const alpha = matte(photo, glance, subject.map, edges);
  return { foreground: decontaminate(photo, glance, alpha), alpha, confidence: subject.confidence };
}
