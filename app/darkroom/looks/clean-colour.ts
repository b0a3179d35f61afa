import { boxBlur, type GuidedLines, guidedLines } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { emptyPlane, inRanges, type Plane, smoothstep } from "../pixels/plane.ts";
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
  inRanges(miss.data.length, (from, to) => {
    addMiss(guide.data, red, reds.data, miss.data, from, to);
    addMiss(guide.data, blue, blues.data, miss.data, from, to);
  });
  const trust = boxBlur(miss, 2);
  const near = { red: boxBlur(boxBlur(reds, 1), 1), blue: boxBlur(boxBlur(blues, 1), 1) };
  inRanges(trust.data.length, (from, to) => {
    explain(trust.data, strength, from, to);
    mend(red, near.red.data, trust.data, from, to);
    mend(blue, near.blue.data, trust.data, from, to);
    believe(trust.data, share, loudness, from, to);
  });
  return {
    redSlope: red.slope,
    redOffset: red.offset,
    blueSlope: blue.slope,
    blueOffset: blue.offset,
    trust,
    loudness,
  };
}

/** Adds squares of the differences between a colour and its line over luma. */
function addMiss(
  luma: Float32Array,
  { slope, offset }: GuidedLines,
  colour: Float32Array,
  miss: Float32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const off = (slope.data[at] ?? 0) * (luma[at] ?? 0) + (offset.data[at] ?? 0) - (colour[at] ?? 0);
    miss[at] = (miss[at] ?? 0) + off * off;
  }
}

/** Turns squared differences into the share that lines explain. */
function explain(missed: Float32Array, strength: number, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    missed[at] = smoothstep(4.5, 2, Math.sqrt(Math.max(0, missed[at] ?? 0)) / (1.4 * strength));
  }
}

function mend({ slope, offset }: GuidedLines, mean: Float32Array, explained: Float32Array, from: number, to: number) {
  for (let at = from; at < to; at += 1) {
    const share = explained[at] ?? 0;
    slope.data[at] = (slope.data[at] ?? 0) * share;
    offset.data[at] = (offset.data[at] ?? 0) * share + (mean[at] ?? 0) * (1 - share);
  }
}

function believe(explained: Float32Array, share: number, loudness: number, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const lines = explained[at] ?? 0;
    explained[at] = share * (lines + (1 - lines) * loudness);
  }
}

function halfSize({ width, height, data }: Photo): { luma: Plane; reds: Plane; blues: Plane } {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const [luma, reds, blues] = [emptyPlane(w, h), emptyPlane(w, h), emptyPlane(w, h)];
  const right = width > 1 ? 3 : 0;
  const below = height > 1 ? width * 3 : 0;
  const [rightBelow, row] = [below + right, { luma, reds, blues }];
  for (let y = 0; y < h; y += 1) halveRow(data, 2 * y * width * 3, [right, below, rightBelow], row, y * w);
  return row;
}

function halveRow(
  data: Uint8Array,
  start: number,
  [right, below, rightBelow]: readonly [number, number, number],
  { luma, reds, blues }: { luma: Plane; reds: Plane; blues: Plane },
  into: number,
): void {
  const mean = (at: number) =>
    ((data[at] ?? 0) + (data[at + right] ?? 0) + (data[at + below] ?? 0) + (data[at + rightBelow] ?? 0)) / 1020;
  for (let at = into, from = start; at < into + luma.width; at += 1, from += 6) {
    const red = mean(from);
    const blue = mean(from + 2);
    const tone = lumaOf(red, mean(from + 1), blue);
    luma.data[at] = tone;
    reds.data[at] = red - tone;
    blues.data[at] = blue - tone;
  }
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
