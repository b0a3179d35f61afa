import { boxBlur, resizePhoto, resizePlane } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { clamp, emptyPlane, type Plane, smoothstep } from "../pixels/plane.ts";

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
  const inside = nearColours(
    small,
    mapped(share, (value) => smoothstep(0.6, 1, value)),
  );
  const outside = nearColours(
    small,
    mapped(share, (value) => smoothstep(0.4, 0, value)),
  );
  const picture = { width, height, data: new Uint8Array(photo.data) };
  const clean = emptyPlane(width, height);
  for (let y = 0, at = 0; y < height; y += 1) {
    const line = Math.min(size.height - 1, y >> 2) * size.width;
    for (let x = 0; x < width; x += 1, at += 1) {
      const solid = alpha.data[at] ?? 0;
      if (solid < 0.004 || solid > 0.996) {
        clean.data[at] = solid < 0.5 ? 0 : 1;
        continue;
      }
      const from = (line + Math.min(size.width - 1, x >> 2)) * 3;
      clean.data[at] = cleanPixel(picture.data, at * 3, solid, inside, outside, from);
    }
  }
  return { picture, alpha: clean };
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
    for (let at = 0; at < product.data.length; at += 1) {
      product.data[at] = (data[at * 3 + channel] ?? 0) * (weight.data[at] ?? 0);
    }
    const nearSum = boxBlur(product, nearRadius);
    const wideSum = boxBlur(product, wideRadius);
    for (let at = 0; at < product.data.length; at += 1) {
      const here = near.data[at] ?? 0;
      const share = smoothstep(0.02, 0.12, here);
      const close = (nearSum.data[at] ?? 0) / (here + 1e-5);
      const far = (wideSum.data[at] ?? 0) / ((wide.data[at] ?? 0) + 1e-5);
      colours[at * 3 + channel] = close * share + far * (1 - share);
    }
  }
  return colours;
}

const mapped = ({ width, height, data }: Plane, change: (value: number) => number): Plane => ({
  width,
  height,
  data: data.map(change),
});
