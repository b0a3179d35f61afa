import { emptyPlane, type Plane } from "./plane.ts";
import type { Photo } from "../work.ts";

/** ITU-R BT.601, full range, gamma-coded, 0 to 1. */
export interface LumaChroma {
  luma: Plane;
  blueness: Plane;
  redness: Plane;
}

/** BT.601. */
export const lumaOf = { red: 0.299, green: 0.587, blue: 0.114 } as const;

export const chromaTo = {
  red: 2 * (1 - lumaOf.red),
  blue: 2 * (1 - lumaOf.blue),
  greenFromBlue: (-2 * (1 - lumaOf.blue) * lumaOf.blue) / lumaOf.green,
  greenFromRed: (-2 * (1 - lumaOf.red) * lumaOf.red) / lumaOf.green,
} as const;

export function splitColour(photo: Photo, gains: { red: number; green: number; blue: number }): LumaChroma {
  const { width, height, data } = photo;
  const luma = emptyPlane(width, height);
  const blueness = emptyPlane(width, height);
  const redness = emptyPlane(width, height);
  const [redGain, greenGain, blueGain] = [gains.red / 255, gains.green / 255, gains.blue / 255];
  for (let at = 0, from = 0; at < luma.data.length; at += 1, from += 3) {
    const red = (data[from] ?? 0) * redGain;
    const green = (data[from + 1] ?? 0) * greenGain;
    const blue = (data[from + 2] ?? 0) * blueGain;
    const y = lumaOf.red * red + lumaOf.green * green + lumaOf.blue * blue;
    luma.data[at] = y;
    blueness.data[at] = (blue - y) / chromaTo.blue;
    redness.data[at] = (red - y) / chromaTo.red;
  }
  return { luma, blueness, redness };
}

/** A colour too bright for sRGB becomes mostly darker, which keeps its saturation, and a little paler. */
const darker = 0.7;

/** Brings a colour outside sRGB inside, keeping its hue: orange cloth must not turn peach. */
export function writePixel(data: Uint8Array, to: number, luma: number, blueness: number, redness: number): void {
  let y = luma < 0 ? 0 : luma > 1 ? 1 : luma;
  const red = chromaTo.red * redness;
  const green = chromaTo.greenFromBlue * blueness + chromaTo.greenFromRed * redness;
  const blue = chromaTo.blue * blueness;
  const up = Math.max(red, green, blue);
  const down = Math.min(red, green, blue);
  let fits = 1;
  if (y + up > 1) {
    y += darker * (y / (y + up) - y);
    fits = (1 - y) / up;
  }
  if (y + down * fits < 0) fits = y / -down;
  data[to] = (y + red * fits) * 255 + 0.5;
  data[to + 1] = (y + green * fits) * 255 + 0.5;
  data[to + 2] = (y + blue * fits) * 255 + 0.5;
}
