import { enlargePlane } from "../pixels/enlarge-plane.ts";
import { guidedFilter } from "../pixels/guided-filter.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { smoothstep } from "../pixels/smoothstep.ts";

/**
 * Smooths the coloured specks of a noisy photo. Colour differences are filtered at half size along the edges of luma,
 * as eyes are too coarse for more, and mixed in by how noisy the photo is.
 */
export function calmColour(colour: LumaChroma, noise: number): LumaChroma {
  const amount = smoothstep(0.008, 0.022, noise);
  if (amount === 0) return colour;
  const guide = halve(colour.luma);
  const calm = (plane: Plane) => {
    const smooth = guidedFilter(halve(plane), guide, 4, 0.03 + noise);
    return mix(plane, enlargePlane(smooth, plane.width, plane.height), amount);
  };
  return { luma: colour.luma, blueness: calm(colour.blueness), redness: calm(colour.redness) };
}

function halve({ width, height, data }: Plane): Plane {
  const half = emptyPlane(Math.max(1, width >> 1), Math.max(1, height >> 1));
  const right = Math.min(1, width - 1);
  const below = height > 1 ? width : 0;
  for (let y = 0, to = 0; y < half.height; y += 1) {
    for (let x = 0, at = y * 2 * width; x < half.width; x += 1, to += 1, at += 2) {
      const upper = (data[at] ?? 0) + (data[at + right] ?? 0);
      half.data[to] = (upper + (data[at + below] ?? 0) + (data[at + below + right] ?? 0)) / 4;
    }
  }
  return half;
}

function mix(one: Plane, other: Plane, share: number): Plane {
  const mixed = emptyPlane(one.width, one.height);
  for (let at = 0; at < mixed.data.length; at += 1) {
    const from = one.data[at] ?? 0;
    mixed.data[at] = from + ((other.data[at] ?? 0) - from) * share;
  }
  return mixed;
}
