import { boxBlur, resizePhoto, resizePlane } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { clamp, emptyPlane, inRanges, type Plane, smoothstep, steps } from "../pixels/plane.ts";

const [nearRadius, wideRadius] = [5, 22];
/** RGB distances, 0 to 441. */
const [alikeBelow, alikeAbove] = [20, 60];
const [distinctFrom, surelyDistinct] = [25, 90];

export interface CleanCut {
  readonly picture: Photo;
  readonly alpha: Plane;
}

export function cleanEdges(photo: Photo, alpha: Plane): CleanCut {
  const { width, height } = photo;
  const size = { width: Math.max(1, width >> 2), height: Math.max(1, height >> 2) };
  const small = resizePhoto(photo, size);
  const share = resizePlane(alpha, size);
  const inside = nearColours(small, steps(share, 0.6, 1));
  const outside = nearColours(small, steps(share, 0.4, 0));
  const picture = { width, height, data: new Uint8Array(photo.data) };
  const clean = emptyPlane(width, height);
  const colours = { inside, outside, across: size.width };
  for (let y = 0; y < height; y += 1) {
    const line = Math.min(size.height - 1, y >> 2) * size.width;
    cleanRow(picture, alpha.data, y, colours, line, clean.data);
  }
  return { picture, alpha: clean };
}

interface ColoursBeside {
  readonly inside: Float32Array;
  readonly outside: Float32Array;
  /** Px of the small copy. */
  readonly across: number;
}

function cleanRow(
  { width, data }: Photo,
  alpha: Float32Array,
  y: number,
  { inside, outside, across }: ColoursBeside,
  line: number,
  clean: Float32Array,
): void {
  for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
    const solid = alpha[at] ?? 0;
    if (solid < 0.004 || solid > 0.996) {
      clean[at] = solid < 0.5 ? 0 : 1;
      continue;
    }
    const from = (line + Math.min(across - 1, x >> 2)) * 3;
    clean[at] = cleanPixel(data, at * 3, solid, inside, outside, from);
  }
}

function cleanPixel(
  data: Uint8Array,
  at: number,
  solid: number,
  inside: Float32Array,
  outside: Float32Array,
  from: number,
): number {
  let [apart, towards] = [0, 0];
  for (let channel = 0; channel < 3; channel += 1) {
    const fore = inside[from + channel] ?? 0;
    const back = outside[from + channel] ?? 0;
    const pixel = data[at + channel] ?? 0;
    apart += (fore - back) ** 2;
    towards += (pixel - back) * (fore - back);
    data[at + channel] = clamp(0, fore + solid * (pixel - solid * fore - (1 - solid) * back), 255);
  }
  const distance = Math.sqrt(apart);
  const share = clamp(0, towards / (apart + 1), 1);
  const corrected =
    solid + (Math.min(solid, share) - solid) * 0.65 * smoothstep(distinctFrom, surelyDistinct, distance);
  const alike = smoothstep(alikeAbove, alikeBelow, distance);
  return smoothstep(0.06, 0.96, corrected) * (1 - alike) + smoothstep(0.3, 0.95, corrected) * alike;
}

/** RGB means, over a wider area if no weighted pixel is near. */
function nearColours({ width, height, data }: Photo, weight: Plane): Float32Array {
  const [near, wide] = [boxBlur(weight, nearRadius), boxBlur(weight, wideRadius)];
  const colours = new Float32Array(width * height * 3);
  const product = emptyPlane(width, height);
  for (let channel = 0; channel < 3; channel += 1) {
    inRanges(product.data.length, (from, to) => weigh(data, channel, weight.data, product.data, from, to));
    const sums = { near: boxBlur(product, nearRadius).data, wide: boxBlur(product, wideRadius).data };
    const weights = { near: near.data, wide: wide.data };
    inRanges(product.data.length, (from, to) => divide(sums, weights, colours, channel, from, to));
  }
  return colours;
}

function weigh(
  data: Uint8Array,
  channel: number,
  weight: Float32Array,
  into: Float32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) into[at] = (data[at * 3 + channel] ?? 0) * (weight[at] ?? 0);
}

interface NearAndWide {
  readonly near: Float32Array;
  readonly wide: Float32Array;
}

function divide(
  sums: NearAndWide,
  weights: NearAndWide,
  colours: Float32Array,
  channel: number,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const here = weights.near[at] ?? 0;
    const share = smoothstep(0.02, 0.12, here);
    const close = (sums.near[at] ?? 0) / (here + 1e-5);
    const far = (sums.wide[at] ?? 0) / ((weights.wide[at] ?? 0) + 1e-5);
    colours[at * 3 + channel] = close * share + far * (1 - share);
  }
}
