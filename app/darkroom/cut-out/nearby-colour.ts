import { boxMean } from "../pixels/box-mean.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";

/** Radii of the neighbourhoods looked at, in pixels of a small photo: near ones first, wider ones where those end. */
const radii = [2, 6, 20];

/** One plane for each of red, green and blue, 0 to 255. */
export type ColourPlanes = readonly [red: Plane, green: Plane, blue: Plane];

/** The mean colour of what is near and has weight; where nothing near has any, the photo's own. */
export function nearbyColour(photo: Photo, weights: Plane): ColourPlanes {
  const shares = radii.map((radius) => ({ radius, shares: boxMean(weights, radius).data }));
  return [
    nearbyChannel(photo, weights, shares, 0),
    nearbyChannel(photo, weights, shares, 1),
    nearbyChannel(photo, weights, shares, 2),
  ];
}

interface Neighbourhood {
  radius: number;
  /** How much weight there is in it, round each pixel. */
  shares: Float32Array;
}

function nearbyChannel(photo: Photo, weights: Plane, around: readonly Neighbourhood[], channel: number): Plane {
  const weighted = emptyPlane(photo.width, photo.height);
  for (let at = 0; at < weighted.data.length; at += 1) {
    weighted.data[at] = (weights.data[at] ?? 0) * (photo.data[at * 3 + channel] ?? 0);
  }
  const mean = emptyPlane(photo.width, photo.height);
  const known = new Float32Array(mean.data.length);
  for (const { radius, shares } of around) {
    const sums = boxMean(weighted, radius).data;
    for (let at = 0; at < mean.data.length; at += 1) {
      const share = shares[at] ?? 0;
      if (share < 1e-5) continue;
      const room = (1 - (known[at] ?? 0)) * Math.min(1, share * 12);
      mean.data[at] = (mean.data[at] ?? 0) + (room * (sums[at] ?? 0)) / share;
      known[at] = (known[at] ?? 0) + room;
    }
  }
  for (let at = 0; at < mean.data.length; at += 1) {
    const share = known[at] ?? 0;
    mean.data[at] = share > 0.02 ? (mean.data[at] ?? 0) / share : (photo.data[at * 3 + channel] ?? 0);
  }
  return mean;
}
