import { bilinearRows } from "../pixels/bilinear-rows.ts";
import { boxMean } from "../pixels/box-mean.ts";
import { nearbyColour } from "../cut-out/nearby-colour.ts";
import type { Plane } from "../pixels/plane.ts";
import type { Photo } from "../photo.ts";
import { planeSampler } from "../pixels/sample-plane.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { shrinkPlane } from "../pixels/shrink-plane.ts";
import { smoothstep } from "../pixels/smoothstep.ts";

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
  const { width, height } = photo;
  const [readCovered, covered] = [bilinearRows(near, width, height), new Float32Array(width)];
  const [sampleFilling, filling] = [planeSampler(nearbyColour(small, weights), width, height), new Float32Array(3)];
  const data = new Uint8Array(photo.data);
  for (let y = 0, to = 0; y < height; y += 1) {
    readCovered(y, covered);
    for (let x = 0; x < width; x += 1, to += 3) {
      const share = smoothstep(0, 0.12, covered[x] ?? 0);
      if (share === 0) continue;
      sampleFilling(x, y, filling);
      for (let channel = 0; channel < 3; channel += 1) {
        data[to + channel] = (data[to + channel] ?? 0) * (1 - share) + (filling[channel] ?? 0) * share + 0.5;
      }
    }
  }
  return { width, height, data };
}
