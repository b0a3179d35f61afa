import { boxBlurLayers, type Layers } from "../opencv/strips.ts";
import type { Photo } from "../photo.ts";
import type { Plane } from "../pixels/plane.ts";

const radii = [2, 6, 20, 50];

/**
 * Mean colour (0 to 255) of the nearest weighted pixels, or the photo's own. The first weight has priority within its
 * third radius.
 */
export function nearbyColour(photo: Photo, ...weights: readonly Plane[]): Layers {
  const { width, height } = photo;
  const colours = new Float32Array(width * height * 3);
  const known = new Float32Array(width * height);
  const steps = weights.flatMap((weight, index) => {
    const weighted = weightedColours(photo, weight);
    return radii.slice(0, index < weights.length - 1 ? 3 : 4).map((radius) => ({ weighted, radius }));
  });
  for (const { weighted, radius } of steps) {
    const sums = boxBlurLayers(weighted, radius).data;
    for (let at = 0; at < known.length; at += 1) {
      const share = sums[at * 4 + 3] ?? 0;
      const had = known[at] ?? 0;
      if (share < 1e-5 || had > 0.999) continue;
      const added = (1 - had) * Math.min(1, share * 12);
      for (let channel = 0; channel < 3; channel += 1) {
        colours[at * 3 + channel] = (colours[at * 3 + channel] ?? 0) + (added * (sums[at * 4 + channel] ?? 0)) / share;
      }
      known[at] = had + added;
    }
  }
  for (let at = 0; at < known.length; at += 1) {
    const share = known[at] ?? 0;
    for (let to = at * 3; to < at * 3 + 3; to += 1) {
      colours[to] = share > 0.02 ? (colours[to] ?? 0) / share : (photo.data[to] ?? 0);
    }
  }
  return { width, height, depth: 3, data: colours };
}

function weightedColours(photo: Photo, weights: Plane): Layers {
  const data = new Float32Array(weights.data.length * 4);
  for (let at = 0; at < weights.data.length; at += 1) {
    const weight = weights.data[at] ?? 0;
    data[at * 4] = weight * (photo.data[at * 3] ?? 0);
    data[at * 4 + 1] = weight * (photo.data[at * 3 + 1] ?? 0);
    data[at * 4 + 2] = weight * (photo.data[at * 3 + 2] ?? 0);
    data[at * 4 + 3] = weight;
  }
  return { width: photo.width, height: photo.height, depth: 4, data };
}
