import type { Photo } from "../work.ts";
import { inRanges, type Plane } from "../pixels/plane.ts";

export interface Tones {
  readonly black: number;
  readonly middle: number;
  readonly white: number;
  readonly chroma: number;
  readonly darkColour: readonly [number, number, number];
  readonly light: readonly [number, number, number];
}

const alsoDark = 0.02;

export function measureTones({ data }: Photo, within?: Plane): Tones {
  const lumas = new Float32Array(data.length / 3).fill(-1);
  const sums = new Float64Array(5);
  inRanges(lumas.length, (from, to) => addTones(data, within?.data ?? null, lumas, sums, from, to));
  const [seen = 0, chroma = 0, red = 0, green = 0, blue = 0] = sums;
  const count = seen + 1e-6;
  const sorted = lumas.toSorted();
  const measured = sorted.subarray(lumas.length - seen);
  const at = (share: number) => measured[Math.floor((measured.length - 1) * share)] ?? 0;
  return {
    black: at(0.012),
    middle: at(0.5),
    white: at(0.97),
    chroma: chroma / count,
    darkColour: meanBelow(data, lumas, at(0.1) + alsoDark),
    light: [red / count, green / count, blue / count],
  };
}

/** Adds the count, chroma and light of the pixels that are solid. */
function addTones(
  data: Uint8Array,
  within: Float32Array | null,
  lumas: Float32Array,
  sums: Float64Array,
  from: number,
  to: number,
): void {
  let [count, chroma, red, green, blue] = [0, 0, 0, 0, 0];
  for (let at = from; at < to; at += 1) {
    if (within && (within[at] ?? 0) < 0.9) continue;
    const r = data[at * 3] ?? 0;
    const g = data[at * 3 + 1] ?? 0;
    const b = data[at * 3 + 2] ?? 0;
    lumas[at] = brightness(r, g, b) / 255;
    count += 1;
    chroma += (Math.max(r, g, b) - Math.min(r, g, b)) / 255;
    red += lightOfByte[r] ?? 0;
    green += lightOfByte[g] ?? 0;
    blue += lightOfByte[b] ?? 0;
  }
  for (const [place, value] of [count, chroma, red, green, blue].entries()) sums[place] = (sums[place] ?? 0) + value;
}

function meanBelow(data: Uint8Array, lumas: Float32Array, most: number): [number, number, number] {
  let [count, red, green, blue] = [1e-6, 0, 0, 0];
  for (let at = 0; at < lumas.length; at += 1) {
    const luma = lumas[at] ?? 0;
    if (luma < 0 || luma > most) continue;
    count += 255;
    red += data[at * 3] ?? 0;
    green += data[at * 3 + 1] ?? 0;
    blue += data[at * 3 + 2] ?? 0;
  }
  return [red / count, green / count, blue / count];
}

/** IEC 61966-2-1, 0 to 1. */
export const lightOfByte = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

const steps = 8192;
const bytes = Float32Array.from({ length: steps + 1 }, (_, at) => {
  const light = at / steps;
  return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
});

/** 0 to 255, unrounded. */
export const byteOfLight = (light: number): number =>
  bytes[light <= 0 ? 0 : light >= 1 ? steps : (light * steps + 0.5) | 0] ?? 0;

export const brightness = (red: number, green: number, blue: number): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;
