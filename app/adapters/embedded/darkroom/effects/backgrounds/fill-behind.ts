import { boxMean } from "../box-mean.ts";
import { nearbyColour } from "../cut-out/nearby-colour.ts";
import { enlargePlane } from "../enlarge-plane.ts";
import type { Photo, Plane } from "../photo.ts";
import { shrinkPhoto } from "../shrink-photo.ts";
import { shrinkPlane } from "../shrink-plane.ts";
import { smoothstep } from "../smoothstep.ts";

/** The size the filling is made at, in pixels; it is smooth. */
const fillSide = 480;

/**
 * The photo with the background's colours going on behind the subject, so that nothing of the subject gets into what
 * is blurred or painted round it. Deep behind a large subject it stays as it is; that is never seen.
 */
export function fillBehind(photo: Photo, alpha: Plane): Photo {
  const small = shrinkPhoto(photo, fillSide);
  const inside = shrinkPlane(alpha, small);
  // A rim outside of the outline is left out as well: it may hold hair that the matte has missed.
  const near = boxMean(inside, 3);
  const weights = { ...near, data: near.data.map((share) => (share > 0.02 ? 0 : 1)) };
  const covered = enlargePlane(near, photo.width, photo.height).data;
  const data = new Uint8Array(photo.data);
  for (let channel = 0; channel < 3; channel += 1) {
    const filling = enlargePlane(nearbyColour(small, weights, channel), photo.width, photo.height).data;
    for (let at = 0, to = channel; at < covered.length; at += 1, to += 3) {
      const share = smoothstep(0, 0.12, covered[at] ?? 0);
      if (share > 0) data[to] = Math.round((data[to] ?? 0) * (1 - share) + (filling[at] ?? 0) * share);
    }
  }
  return { ...photo, data };
}
