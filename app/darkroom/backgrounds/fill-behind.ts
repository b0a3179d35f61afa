import { nearbyColour } from "../cut-out/nearby-colour.ts";
import { boxBlur, resizePlane, shrinkWithin } from "../opencv/filters.ts";
import { drawInStrips } from "../opencv/strips.ts";
import type { Photo } from "../photo.ts";
import type { Plane } from "../pixels/plane.ts";
import { smoothstep } from "../pixels/smoothstep.ts";

/** The size the filling is made at, in pixels; it is smooth. */
const fillSide = 480;

/**
 * The photo with the background's colours going on behind the subject, so that nothing of the subject gets into what
 * is blurred or painted round it. Deep behind a large subject it stays as it is; that is never seen.
 */
export function fillBehind(photo: Photo, alpha: Plane): Photo {
  const small = shrinkWithin(photo, fillSide);
  // A rim outside of the outline is left out as well: it may hold hair that the matte has missed.
  const near = boxBlur(resizePlane(alpha, small), 3);
  const open = { ...near, data: near.data.map((share) => (share > 0.02 ? 0 : 1)) };
  const data = new Uint8Array(photo.data);
  drawInStrips([nearbyColour(small, open), { ...near, depth: 1 }], photo, (top, rows, [filling, covered]) => {
    if (!filling || !covered) return;
    const first = top * photo.width * 3;
    for (let at = 0; at < rows * photo.width; at += 1) {
      const share = smoothstep(0, 0.12, covered[at] ?? 0);
      if (share === 0) continue;
      for (let channel = at * 3; channel < at * 3 + 3; channel += 1) {
        const own = data[first + channel] ?? 0;
        data[first + channel] = own + ((filling[channel] ?? 0) - own) * share + 0.5;
      }
    }
  });
  return { ...photo, data };
}
