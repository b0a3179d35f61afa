import type { Photo } from "../photo.ts";
import type { Plane } from "../pixels/plane.ts";
import { brightness, lightOfByte } from "./linear-light.ts";

/** The tones of a picture as the eye weighs them, shares of sRGB's 0 to 1. */
export interface Tones {
  readonly black: number;
  readonly dark: number;
  readonly middle: number;
  readonly white: number;
  /** The mean distance between the strongest and the weakest channel. */
  readonly chroma: number;
  /** The mean colour of the dark tenth, 0 to 1 each. */
  readonly darkColour: readonly [number, number, number];
  /** The mean light, linear. */
  readonly light: readonly [number, number, number];
}

/** Measures a small picture, only where `within` is solid when it is there. */
export function measureTones({ data }: Photo, within?: Plane): Tones {
  const lumas: number[] = [];
  const places: number[] = [];
  const light: [number, number, number] = [0, 0, 0];
  let chroma = 0;
  for (let at = 0; at < data.length / 3; at += 1) {
    if (within && (within.data[at] ?? 0) < 0.9) continue;
    const [red, green, blue] = [data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0];
    lumas.push(brightness(red, green, blue) / 255);
    places.push(at);
    chroma += (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
    light[0] += lightOfByte[red] ?? 0;
    light[1] += lightOfByte[green] ?? 0;
    light[2] += lightOfByte[blue] ?? 0;
  }
  const count = Math.max(1, lumas.length);
  const sorted = Float32Array.from(lumas).toSorted();
  const at = (share: number) => sorted[Math.floor((count - 1) * share)] ?? 0;
  const dark = at(0.1);
  const darkColour: [number, number, number] = [0, 0, 0];
  let darks = 1e-6;
  for (const [index, luma] of lumas.entries()) {
    if (luma > dark + 0.02) continue;
    darks += 1;
    for (let channel = 0; channel < 3; channel += 1) {
      darkColour[channel as 0] += (data[(places[index] ?? 0) * 3 + channel] ?? 0) / 255;
    }
  }
  return {
    black: at(0.012),
    dark,
    middle: at(0.5),
    white: at(0.97),
    chroma: chroma / count,
    darkColour: [darkColour[0] / darks, darkColour[1] / darks, darkColour[2] / darks],
    light: [light[0] / count, light[1] / count, light[2] / count],
  };
}
