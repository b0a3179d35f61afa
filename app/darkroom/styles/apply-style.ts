import type { ArtStyle, StylizeStyle } from "../../tools/art-style/art-styles.ts";
import { fillBehind } from "../backgrounds/fill-behind.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import type { Plane } from "../pixels/plane.ts";
import type { Photo } from "../photo.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { clamp } from "../pixels/smoothstep.ts";
import { anime } from "./anime.ts";
import { canvasFor, mostEnlarged, shrinkToCanvas } from "./canvas.ts";
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
  const strength = clamp(0, intensity / 100, 1);
  const under = { photo, coverage: coverage(strength) };
  return paint({ size: photo, canvas: canvasFor(photo), style, strength, under }, onProgress);
}

/**
 * What is behind a photo's subject, redrawn in a style at full intensity: as large as the photo, with nothing of the
 * subject in it. `alpha` is 1 where the subject is.
 */
export function paintBehind(photo: Photo, alpha: Plane, style: ArtStyle | StylizeStyle): Photo {
  const canvas = canvasFor(fillBehind(shrinkToCanvas(photo), alpha));
  return paint({ size: photo, canvas, style, strength: 1, under: null }, () => {});
}

interface Commission {
  /** The finished picture's. */
  size: { width: number; height: number };
  canvas: LumaChroma;
  style: ArtStyle | StylizeStyle;
  strength: number;
  /** The photo that shows through where the style does not cover it. */
  under: { photo: Photo; coverage: number } | null;
}

function paint({ size, canvas: lit, style, strength, under }: Commission, onProgress: (share: number) => void): Photo {
  const longest = Math.max(size.width, size.height);
  const factor = clamp(1, Math.round(smallSheet / longest), mostEnlarged);
  const [width, height] = [size.width * factor, size.height * factor];
  const exposure = exposureFor(lit.luma);
  const canvas = expose(lit, exposure);
  onProgress(0.1);
  const unit = Math.max(width, height) / Math.max(canvas.luma.width, canvas.luma.height);
  const painting = styles[style]({ canvas, width, height, unit, exposure, strength });
  onProgress(0.6);
  const sheet = under && { photo: repeatPixels(under.photo, factor), coverage: under.coverage };
  const finished = finishSheet({ width, height, exposure, under: sheet }, painting, (share) =>
    onProgress(0.6 + 0.4 * share),
  );
  return factor > 1 ? shrinkPhoto(finished, longest) : finished;
}

/** How much of the photo the style covers: a touch at 0, all of it at 1. */
function coverage(strength: number): number {
  return 0.1 + 0.9 * strength ** 0.8;
}
