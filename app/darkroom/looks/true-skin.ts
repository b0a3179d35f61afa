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

/** How pink light or a filter makes the skin, 0 to 1, and red and blue of its own colour, as shares of luma. */
function measurePink({ red, blue, redStops, blueStops }: Skin): { pink: number; red: number; blue: number } {
  const off = blueStops - skinLine.slope * redStops;
  const pink = smoothstep(pinkFrom, pinkTo, off) * smoothstep(0.3, 0.7, redStops);
  const stops = Math.min(redStops, reddest);
  // Shares of luma hardly depend on the brightness, so any does.
  const [r, g, b] = [stops, 0, skinLine.slope * stops + skinLine.mostOff].map((above) => encodedOf(0.2 * 2 ** above));
  if (pink === 0 || r === undefined || g === undefined || b === undefined) return { pink: 0, red, blue };
  const luma = lumaOf(r, g, b);
  return { pink, red: (r - luma) / luma, blue: (b - luma) / luma };
}

/** Share of pale purple, a glare of screens and lenses, that leaves faces; lipstick is more saturated. */
const mostGlare = 0.85;
/** Saturation of lit skin as a share of the face's. */
const saturationOfGlare = 0.4;

interface Correction {
  readonly pink: number;
  readonly own: { readonly red: number; readonly blue: number };
  readonly lit: { readonly red: number; readonly blue: number };
}

/** Corrects rows. Haze and darkness hide pink light and purple glare; a look would show them. */
export function skinCorrection(skin: Skin): (row: SkinRow) => void {
  const { pink, ...own } = measurePink(skin);
  const lit = { red: saturationOfGlare * skin.red, blue: saturationOfGlare * skin.blue };
  return (row) => correctRow(row, { pink, own, lit });
}

function correctRow({ red, blue, luma, skin, face }: SkinRow, { pink, own, lit }: Correction): void {
  for (let x = 0; x < red.length; x += 1) {
    if (face[x] === 0 && pink === 0) continue;
    const r = red[x] ?? 0;
    const b = blue[x] ?? 0;
    const tone = (luma[x] ?? 0) + 0.03;
    // In pink light the whole face is purple.
    const purple = Math.min(r, b) / tone;
    const isGlare = smoothstep(-0.01, 0.03, purple) * smoothstep(0.24, 0.12, purple);
    const glare = (1 - pink) * (face[x] ?? 0) * mostGlare * isGlare;
    // Less pink places stay: a shift of all would turn them green.
    const share = pink * corrected * (skin[x] ?? 0);
    red[x] = r + (lit.red * tone - r) * glare + Math.min(0, own.red * tone - r) * share;
    blue[x] = b + (lit.blue * tone - b) * glare + Math.min(0, own.blue * tone - b) * share;
  }
}
