import { leastNearby } from "../opencv/filters.ts";
import { guidedLines } from "../opencv/guided-lines.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { clamp, smoothstep } from "../pixels/smoothstep.ts";
import { percentiles, shareOf } from "./percentiles.ts";

/** `thickness` per place is 0 to 0.9. */
export interface Haze {
  readonly strength: number;
  readonly thickness: Plane;
  readonly air: number;
}

/** Weaker haze stays. */
export const leastHaze = 0.02;

/**
 * Dark channel (He, Sun, Tang: Single Image Haze Removal, 2009). Ignores white studios; people get their surroundings'
 * haze.
 */
export function measureHaze(weakest: Plane, luma: Plane, people: Plane): Haze {
  const { width, height } = luma;
  const longer = Math.max(width, height);
  const nearby = leastNearby(weakest, Math.max(3, Math.round(longer * 0.012)));
  const [veil = 0, much = 0, half = 0] = percentiles(nearby.data, [0.025, 0.6, 0.5]);
  const [white = 1] = percentiles(luma.data, [0.985]);
  const air = Math.max(0.6, white);
  const whites = shareOf(nearby.data, (value) => value > 0.88);
  const strength = smoothstep(0.05, 0.18, veil) * smoothstep(0.12, 0.3, much) * smoothstep(0.4, 0.2, whites);
  const thickness = emptyPlane(width, height);
  if (strength <= leastHaze) return { strength, thickness, air };
  const rough = emptyPlane(width, height);
  for (let at = 0; at < rough.data.length; at += 1) {
    const value = nearby.data[at] ?? 0;
    const onPeople = value + (half - value) * (people.data[at] ?? 0);
    rough.data[at] = (strength * Math.min(value, onPeople)) / air;
  }
  const { slope, offset } = guidedLines(rough, luma, Math.max(2, Math.round(0.05 * longer)), 0.063);
  for (let at = 0; at < thickness.data.length; at += 1) {
    const value = (slope.data[at] ?? 0) * (luma.data[at] ?? 0) + (offset.data[at] ?? 0);
    thickness.data[at] = clamp(0, value, 0.9);
  }
  return { strength, thickness, air };
}
