import type { LumaChroma } from "../pixels/luma-chroma.ts";
import type { Plane } from "../pixels/plane.ts";
import { clamp } from "../pixels/smoothstep.ts";

/** How many pixels are looked at to find the brightest tones. */
const samples = 4096;

/**
 * By how much a dim photo is brightened for painting from it, 1 to 2.5, so that pens and brushes meet the contrast they
 * are made for; the finished sheet is darkened again by as much, and the night stays a night.
 */
export function exposureFor({ data }: Plane): number {
  const tones = Float32Array.from({ length: samples }, (_, at) => data[Math.floor((at * data.length) / samples)] ?? 0);
  const brightest = tones.sort()[Math.floor(samples * 0.985)] ?? 1;
  return clamp(1, 0.88 / Math.max(0.01, brightest), 2.5);
}

/** All colours multiplied by `gain`. */
export function expose({ luma, blueness, redness }: LumaChroma, gain: number): LumaChroma {
  if (gain === 1) return { luma, blueness, redness };
  const brighten = (plane: Plane): Plane => ({ ...plane, data: plane.data.map((value) => value * gain) });
  return { luma: brighten(luma), blueness: brighten(blueness), redness: brighten(redness) };
}
