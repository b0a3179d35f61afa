import { smoothstep } from "../pixels/plane.ts";
import { encodedOf, lumaOf } from "../pixels/colour.ts";
import type { Skin } from "./measure-faces.ts";

/** Skin of every tone: log2(blue / green) = -0.57 log2(red / green), within these offsets. */
export const skinLine = { slope: -0.57, leastOff: -0.11, mostOff: 0.12 } as const;

/** A row of pixels. Red and blue are differences from luma and are changed in place. */
interface SkinRow {
  readonly red: Float32Array;
  readonly blue: Float32Array;
  readonly luma: Float32Array;
  /** Likelihoods of skin and of a face. */
  readonly skin: Float32Array;
  readonly face: Float32Array;
}

/** Doublings above the line from which pink light counts, and counts in full; share that is corrected. */
const [pinkFrom, pinkTo, corrected] = [0.3, 0.8, 0.6];
/** Doublings of red against green in the deepest skin. */
const reddest = 1.5;

/** Shares of a pixel's luma by which red and blue change, so that magenta light or a filter makes skin less pink. */
function changeOfPink({ red, blue, redStops, blueStops }: Skin): { red: number; blue: number } {
  const off = blueStops - skinLine.slope * redStops;
  const share = corrected * smoothstep(pinkFrom, pinkTo, off) * smoothstep(0.3, 0.7, redStops);
  const stops = Math.min(redStops, reddest);
  // Shares of luma hardly depend on the brightness, so any does.
  const [r, g, b] = [stops, 0, skinLine.slope * stops + skinLine.mostOff].map((above) => encodedOf(0.2 * 2 ** above));
  if (r === undefined || g === undefined || b === undefined) return { red: 0, blue: 0 };
  const luma = lumaOf(r, g, b);
  return { red: share * ((r - luma) / luma - red), blue: share * ((b - luma) / luma - blue) };
}

/** Share of pale purple, a glare of screens and lenses, that leaves faces; lipstick is more saturated. */
const mostGlare = 0.85;
/** Saturation of lit skin as a share of the face's. */
const saturationOfGlare = 0.4;

/** Corrects a row. Haze and darkness hide pink light and purple glare; a look would show them. */
export function skinCorrection(own: Skin): (row: SkinRow) => void {
  const pink = changeOfPink(own);
  const lit = { red: saturationOfGlare * own.red, blue: saturationOfGlare * own.blue };
  const isPink = pink.red !== 0;
  return ({ red, blue, luma, skin, face }) => {
    for (let x = 0; x < red.length; x += 1) {
      if (face[x] === 0 && !isPink) continue;
      const [r, b, tone] = [red[x] ?? 0, blue[x] ?? 0, (luma[x] ?? 0) + 0.03];
      const purple = Math.min(r, b) / tone;
      const glare = (face[x] ?? 0) * mostGlare * smoothstep(-0.01, 0.03, purple) * smoothstep(0.24, 0.12, purple);
      const likely = skin[x] ?? 0;
      red[x] = r + (lit.red * tone - r) * glare + pink.red * tone * likely;
      blue[x] = b + (lit.blue * tone - b) * glare + pink.blue * tone * likely;
    }
  };
}
