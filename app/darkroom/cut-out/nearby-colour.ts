import { boxBlurLayers, drawInStrips, type Layers } from "../opencv/strips.ts";
import type { Photo } from "../work.ts";
import { inRanges, type Plane, smoothstep } from "../pixels/plane.ts";
import { boxBlur, resizePlane, shrinkWithin } from "../opencv/filters.ts";

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
    inRanges(known.length, (from, to) => addKnown(sums, colours, known, from, to));
  }
  inRanges(known.length, (from, to) => divideByShare(colours, known, photo.data, from, to));
  return { width, height, depth: 3, data: colours };
}

function addKnown(sums: Float32Array, colours: Float32Array, known: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
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

function divideByShare(colours: Float32Array, known: Float32Array, own: Uint8Array, from: number, end: number): void {
  for (let at = from; at < end; at += 1) {
    const share = known[at] ?? 0;
    for (let to = at * 3; to < at * 3 + 3; to += 1) {
      colours[to] = share > 0.02 ? (colours[to] ?? 0) / share : (own[to] ?? 0);
    }
  }
}

/** Red, green and blue times the weight, and the weight. */
export function weightedColours(photo: Photo, weights: Plane): Layers {
  const data = new Float32Array(weights.data.length * 4);
  inRanges(weights.data.length, (from, to) => weigh(photo.data, weights.data, data, from, to));
  return { width: photo.width, height: photo.height, depth: 4, data };
}

function weigh(colours: Uint8Array, weights: Float32Array, into: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const weight = weights[at] ?? 0;
    into[at * 4] = weight * (colours[at * 3] ?? 0);
    into[at * 4 + 1] = weight * (colours[at * 3 + 1] ?? 0);
    into[at * 4 + 2] = weight * (colours[at * 3 + 2] ?? 0);
    into[at * 4 + 3] = weight;
  }
}

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
