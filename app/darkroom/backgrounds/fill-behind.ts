import { nearbyColour } from "../cut-out/nearby-colour.ts";
import { boxBlur, resizePlane, shrinkWithin } from "../opencv/filters.ts";
import { drawInStrips } from "../opencv/strips.ts";
import type { Photo } from "../photo.ts";
import type { Plane } from "../pixels/plane.ts";
import { smoothstep } from "../pixels/smoothstep.ts";

const fillSide = 480;

/** Continues the background behind the subject, so that blurs do not smear the subject into it. */
export function fillBehind(photo: Photo, alpha: Plane): Photo {
  const small = shrinkWithin(photo, fillSide);
  // The rim may hold hair that the matte missed.
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
