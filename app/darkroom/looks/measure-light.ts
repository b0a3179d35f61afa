import { chromaTo, type LumaChroma } from "../pixels/luma-chroma.ts";
import { skinLikeness } from "../pixels/skin.ts";

/** What a small copy of the photo tells about its light. Luma from 0 to 1. */
export interface Light {
  /** The darkest tones (0.1st percentile). */
  black: number;
  /** The brightest tones of any size (99.5th), and of all (99.9th): a white of an eye shows how bright the light was. */
  white: number;
  brightest: number;
  /** The veil of haze: what even the weakest primary of the darkest colours has (the dark channel's 0.1st percentile). */
  veil: number;
  /** The middle of the tones, and their spread (standard deviation). */
  middle: number;
  spread: number;
  /** How much of the picture is nearly black, and how much may be skin; 0 to 1. */
  darkShare: number;
  skinShare: number;
  /** Mean saturation: the length of the colour difference. */
  colourfulness: number;
}

const bins = 512;

export function measureLight({ luma, blueness, redness }: LumaChroma): Light {
  const pixels = luma.data.length;
  const histogram = new Uint32Array(bins);
  const weakest = new Uint32Array(bins);
  let [sum, squares, chroma, skin] = [0, 0, 0, 0];
  for (let at = 0; at < pixels; at += 1) {
    const [y, b, r] = [luma.data[at] ?? 0, blueness.data[at] ?? 0, redness.data[at] ?? 0];
    count(histogram, y);
    count(weakest, weakestPrimary(y, b, r));
    sum += y;
    squares += y * y;
    chroma += Math.sqrt(b * b + r * r);
    skin += skinLikeness(y, b, r);
  }
  const mean = sum / pixels;
  const quartiles = [0.25, 0.5, 0.75].map((share) => percentile(histogram, pixels, share));
  return {
    black: percentile(histogram, pixels, 0.001),
    white: percentile(histogram, pixels, 0.995),
    brightest: percentile(histogram, pixels, 0.999),
    middle: quartiles.reduce((total, tone) => total + tone, 0) / quartiles.length,
    veil: percentile(weakest, pixels, 0.001),
    spread: Math.sqrt(Math.max(0, squares / pixels - mean * mean)),
    darkShare: histogram.subarray(0, Math.round(bins * 0.09)).reduce((total, count) => total + count, 0) / pixels,
    skinShare: skin / pixels,
    colourfulness: chroma / pixels,
  };
}

function count(histogram: Uint32Array, tone: number): void {
  const bin = Math.min(bins - 1, Math.max(0, Math.floor(tone * bins)));
  histogram[bin] = (histogram[bin] ?? 0) + 1;
}

function weakestPrimary(luma: number, blueness: number, redness: number): number {
  const green = chromaTo.greenFromBlue * blueness + chromaTo.greenFromRed * redness;
  return luma + Math.min(chromaTo.red * redness, green, chromaTo.blue * blueness);
}

/** The tone below which `share` of the pixels lie. */
function percentile(histogram: Uint32Array, pixels: number, share: number): number {
  let seen = 0;
  for (let bin = 0; bin < histogram.length; bin += 1) {
    seen += histogram[bin] ?? 0;
    if (seen > pixels * share) return (bin + 0.5) / histogram.length;
  }
  return 1;
}
