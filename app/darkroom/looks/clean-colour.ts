import { boxBlur, guidedLines } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { emptyPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { lumaOf } from "../pixels/colour.ts";
import { quantile } from "./measure-tones.ts";

export interface CleanColour {
  readonly redSlope: Plane;
  readonly redOffset: Plane;
  readonly blueSlope: Plane;
  readonly blueOffset: Plane;
  readonly trust: Plane;
  readonly loudness: number;
}

/** Upper limit for a photo without grain in its luma, because foliage is as colourful as noise. */
const mostWithoutGrain = 0.003;

/** Guided filter along luma; a small mean at colour edges that luma does not show. Null for clean colour. */
export function cleanColour(photo: Photo, noise: number, blocks: number): CleanColour | null {
  const { luma, reds, blues } = halfSize(photo);
  const colourNoise = Math.min(Math.max(quietSpread(reds), quietSpread(blues)), mostWithoutGrain + 0.3 * noise);
  const byNoise = smoothstep(0.0025, 0.008, Math.max(colourNoise, 0.6 * noise));
  const share = Math.max(byNoise, 0.9 * smoothstep(0.55, 1, blocks));
  if (share < 0.1) return null;
  const loudness = smoothstep(0.006, 0.015, Math.max(colourNoise, 0.45 * noise));
  const strength = Math.max(colourNoise, 0.004, 0.006 * blocks, 0.25 * noise);
  const radius = 4 + Math.round(5 * loudness);
  const contrast = Math.sqrt(1e-4 + (4 + 8 * loudness) * strength * strength);
  const guide = boxBlur(luma, 1);
  const red = guidedLines(reds, guide, radius, contrast);
  const blue = guidedLines(blues, guide, radius, contrast);

  const miss = emptyPlane(guide.width, guide.height);
  for (let at = 0; at < miss.data.length; at += 1) {
    const tone = guide.data[at] ?? 0;
    const offRed = (red.slope.data[at] ?? 0) * tone + (red.offset.data[at] ?? 0) - (reds.data[at] ?? 0);
    const offBlue = (blue.slope.data[at] ?? 0) * tone + (blue.offset.data[at] ?? 0) - (blues.data[at] ?? 0);
    miss.data[at] = offRed * offRed + offBlue * offBlue;
  }
  const trust = boxBlur(miss, 2);
  const near = { red: boxBlur(boxBlur(reds, 1), 1), blue: boxBlur(boxBlur(blues, 1), 1) };
  const mended = [
    [red, near.red],
    [blue, near.blue],
  ] as const;
  for (let at = 0; at < trust.data.length; at += 1) {
    const explained = smoothstep(4.5, 2, Math.sqrt(Math.max(0, trust.data[at] ?? 0)) / (1.4 * strength));
    for (const [lines, mean] of mended) {
      lines.slope.data[at] = (lines.slope.data[at] ?? 0) * explained;
      lines.offset.data[at] = (lines.offset.data[at] ?? 0) * explained + (mean.data[at] ?? 0) * (1 - explained);
    }
    trust.data[at] = share * (explained + (1 - explained) * loudness);
  }
  return {
    redSlope: red.slope,
    redOffset: red.offset,
    blueSlope: blue.slope,
    blueOffset: blue.offset,
    trust,
    loudness,
  };
}

function halfSize({ width, height, data }: Photo): { luma: Plane; reds: Plane; blues: Plane } {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const [luma, reds, blues] = [emptyPlane(w, h), emptyPlane(w, h), emptyPlane(w, h)];
  const right = width > 1 ? 3 : 0;
  const below = height > 1 ? width * 3 : 0;
  for (let y = 0, at = 0; y < h; y += 1) {
    for (let x = 0, from = 2 * y * width * 3; x < w; x += 1, at += 1, from += 6) {
      const mean = (one: number) =>
        ((data[one] ?? 0) + (data[one + right] ?? 0) + (data[one + below] ?? 0) + (data[one + below + right] ?? 0)) /
        1020;
      const red = mean(from);
      const blue = mean(from + 2);
      const tone = lumaOf(red, mean(from + 1), blue);
      luma.data[at] = tone;
      reds.data[at] = red - tone;
      blues.data[at] = blue - tone;
    }
  }
  return { luma, reds, blues };
}

/** Spread of fine differences in the quietest quarter of blocks. */
function quietSpread(plane: Plane): number {
  const { width, height, data } = plane;
  const blurred = boxBlur(plane, 1).data;
  const spreads: number[] = [];
  for (let top = 0; top + 8 <= height; top += 16) {
    for (let left = 0; left + 8 <= width; left += 16) {
      let squares = 0;
      for (let y = top; y < top + 8; y += 1) {
        for (let at = y * width + left, to = at + 8; at < to; at += 1) {
          squares += ((data[at] ?? 0) - (blurred[at] ?? 0)) ** 2;
        }
      }
      spreads.push(Math.sqrt(squares / 64));
    }
  }
  return (quantile(spreads, 0.25) ?? 0) * 1.2;
}
