import { chromaTo, type LumaChroma } from "../pixels/luma-chroma.ts";
import type { Plane } from "../pixels/plane.ts";
import type { Photo } from "../photo.ts";
import { type DetailGains, detailSteps } from "./detail-gains.ts";
import { readCurve, type Tones } from "./tone-curve.ts";

export interface Layers {
  /** Luma of large areas, edges kept. */
  area: Plane;
  /** Luma without its finest detail. */
  shape: Plane;
  /** How surely each pixel is skin. */
  skin: Plane;
}

export interface Treatment {
  tones: { surfaces: Tones; skin: Tones };
  details: DetailGains;
  vibrance: number;
}

/** Colour follows the levels, and then the brightness, by this much: fully looks garish, not at all looks pale. */
const [followsLevels, followsBrightness] = [0.8, 0.75];

/** Puts the layers together again, each treated, with colours to match the new brightness. */
export function recombine(colour: LumaChroma, layers: Layers, { tones, details, vibrance }: Treatment): Photo {
  const { width, height } = colour.luma;
  const data = new Uint8Array(width * height * 3);
  const { surfaces, skin: skinTones } = tones;
  const stretched = 1 + (surfaces.stretch - 1) * followsLevels;
  const stretchedSkin = 1 + (skinTones.stretch - 1) * followsLevels;
  for (let at = 0, to = 0; to < data.length; at += 1, to += 3) {
    const luma = colour.luma.data[at] ?? 0;
    const area = layers.area.data[at] ?? 0;
    const shape = layers.shape.data[at] ?? 0;
    const skin = layers.skin.data[at] ?? 0;

    const tone = readCurve(surfaces.curve, area) * (1 - skin) + readCurve(skinTones.curve, area) * skin;
    // Detail grows with the light that falls on it, though less, for it carries the noise.
    const brightened = Math.min(2, Math.max(0.6, (tone + 0.02) / (area + 0.02)));
    const carried = 1 + (brightened - 1) * 0.7;
    const fine = luma - shape;
    const fineGain = details.fine[Math.min(detailSteps - 1, Math.floor(Math.abs(fine) * detailSteps))] ?? 1;
    const shapeGain = 1 + (details.shape - 1) * (1 - 0.6 * skin);
    const fineSkinGain = fineGain > 1 ? 1 + (fineGain - 1) * (1 - 0.5 * skin) : fineGain;
    const y = softLimit(tone + ((shape - area) * shapeGain + fine * fineSkinGain) * carried, luma);

    const blueness = colour.blueness.data[at] ?? 0;
    const redness = colour.redness.data[at] ?? 0;
    const levelled = readCurve(surfaces.levels, luma) * (1 - skin) + readCurve(skinTones.levels, luma) * skin;
    const ratio = Math.min(2.2, Math.max(0.5, (y + 0.03) / (levelled + 0.03)));
    const saturation = Math.min(1, Math.sqrt(blueness * blueness + redness * redness) / 0.3);
    const pale = 1 - saturation;
    const livelier = 1 + vibrance * pale * pale * (1 - 0.85 * skin);
    const follow = (stretched + (stretchedSkin - stretched) * skin) * (1 + (ratio - 1) * followsBrightness) * livelier;
    writePixel(data, to, y, blueness * follow, redness * follow);
  }
  return { width, height, data };
}

/** The brightest and darkest that detail may make a pixel that was not so before. */
const [lowest, highest] = [0.008, 0.985];

function softLimit(y: number, before: number): number {
  return Math.min(Math.max(highest, Math.min(1, before)), Math.max(Math.min(lowest, Math.max(0, before)), y));
}

/** Colours brighter than the screen can show become paler and darker in equal parts, so that they keep their hue. */
function writePixel(data: Uint8Array, to: number, luma: number, blueness: number, redness: number): void {
  const red = chromaTo.red * redness;
  const green = chromaTo.greenFromBlue * blueness + chromaTo.greenFromRed * redness;
  const blue = chromaTo.blue * blueness;
  const up = Math.max(red, green, blue);
  const down = Math.min(red, green, blue);
  const tooBright = Math.max(0, luma + up - 1);
  const y = luma - tooBright / 2;
  let fits = tooBright > 0 ? (1 - y) / up : 1;
  if (y + down * fits < 0) fits = y / -down;
  data[to] = (y + red * fits) * 255 + 0.5;
  data[to + 1] = (y + green * fits) * 255 + 0.5;
  data[to + 2] = (y + blue * fits) * 255 + 0.5;
}
