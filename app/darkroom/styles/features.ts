import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";

/**
 * Brings back small strong details that flattening took: pupils, the light in an eye, lips, lettering. Differences
 * from the photo below `threshold` (in luma) stay away, being texture and noise; small lights have to
 * be stronger still, or pores would shine.
 */
export function restoreFeatures(flat: Plane, photo: Plane, threshold: number, share: number): Plane {
  const glints = threshold * 1.7;
  const clean = gaussianBlur(photo, 0.9);
  const restored = emptyPlane(flat.width, flat.height);
  for (let at = 0; at < restored.data.length; at += 1) {
    const tone = flat.data[at] ?? 0;
    const lost = (clean.data[at] ?? 0) - tone;
    const strong = lost > glints ? lost - glints : lost < -threshold ? lost + threshold : 0;
    restored.data[at] = tone + strong * share;
  }
  return restored;
}
