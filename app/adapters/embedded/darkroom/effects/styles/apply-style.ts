import type { ArtStyle, StylizeStyle } from "../../../../../tools/art-style/art-styles.ts";
import type { Photo } from "../photo.ts";
import { shrinkPhoto } from "../shrink-photo.ts";
import { clamp } from "../smoothstep.ts";
import { anime } from "./anime.ts";
import { canvasFor, mostEnlarged } from "./canvas.ts";
import { cartoon } from "./cartoon.ts";
import { comic } from "./comic.ts";
import { expose, exposureFor } from "./exposure.ts";
import { finishSheet } from "./finish-sheet.ts";
import { ghibli } from "./ghibli.ts";
import { oilPainting } from "./oil-painting.ts";
import type { Style } from "./painting.ts";
import { repeatPixels } from "./repeat-pixels.ts";
import { sketch } from "./sketch.ts";
import { watercolor } from "./watercolor.ts";

const styles: Record<ArtStyle | StylizeStyle, Style> = {
  anime,
  cartoon,
  comic,
  ghibli,
  "oil-painting": oilPainting,
  sketch,
  watercolor,
};

/** Small photos are drawn on a sheet a whole number of times as large, close to this side, and shrunk back. */
const smallSheet = 1100;

/**
 * Redraws a photo in a style, at its own size. `intensity` from 0 to 100 sets both how far the style goes and how much
 * of the photo it covers; even at 0 a touch of it shows. People stay themselves: skin keeps its tone in all styles
 * that have colours, and nothing moves but the wavering edges of watercolor. Deterministic. `onProgress` hears of
 * shares done, 0 to 1.
 */
export function applyStyle(
  photo: Photo,
  style: ArtStyle | StylizeStyle,
  intensity: number,
  onProgress: (share: number) => void = () => {},
): Photo {
  const factor = clamp(1, Math.round(smallSheet / Math.max(photo.width, photo.height)), mostEnlarged);
  const sheet = repeatPixels(photo, factor);
  const { width, height } = sheet;
  const lit = canvasFor(photo);
  const exposure = exposureFor(lit.luma);
  const canvas = expose(lit, exposure);
  onProgress(0.1);
  const strength = clamp(0, intensity / 100, 1);
  const unit = Math.max(width, height) / Math.max(canvas.luma.width, canvas.luma.height);
  const painting = styles[style]({ canvas, width, height, unit, exposure, strength });
  onProgress(0.6);
  const covering = { exposure, coverage: coverage(strength) };
  const finished = finishSheet(sheet, painting, covering, (share) => onProgress(0.6 + 0.4 * share));
  return factor > 1 ? shrinkPhoto(finished, Math.max(photo.width, photo.height)) : finished;
}

/** How much of the photo the style covers: a touch at 0, all of it at 1. */
function coverage(strength: number): number {
  return 0.1 + 0.9 * strength ** 0.8;
}
