import { clamp } from "../pixels/smoothstep.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import type { Painter } from "./apply-style.ts";
import { canvasFor, mostEnlarged } from "./canvas.ts";
import { expose, exposureFor } from "./exposure.ts";
import { finishSheet } from "./finish-sheet.ts";
import { oilPainting } from "./oil-painting.ts";
import type { Style } from "./painting.ts";
import { repeatPixels } from "./repeat-pixels.ts";
import { sketch } from "./sketch.ts";
import { watercolor } from "./watercolor.ts";

const styles = { "oil-painting": oilPainting, sketch, watercolor } satisfies Record<string, Style>;

/** Small photos are drawn on a sheet a whole number of times as large, close to this side, and shrunk back. */
const smallSheet = 1100;

/** A style that does not use what was seen yet. */
export function paintAsBefore(style: keyof typeof styles): Painter {
  return ({ sheet: photo }, strength) => {
    const longest = Math.max(photo.width, photo.height);
    const factor = clamp(1, Math.round(smallSheet / longest), mostEnlarged);
    const [width, height] = [photo.width * factor, photo.height * factor];
    const lit = canvasFor(photo);
    const exposure = exposureFor(lit.luma);
    const unit = Math.max(width, height) / Math.max(lit.luma.width, lit.luma.height);
    const painting = styles[style]({ canvas: expose(lit, exposure), width, height, unit, exposure, strength });
    const under = { photo: repeatPixels(photo, factor), coverage: 0.1 + 0.9 * strength ** 0.8 };
    const finished = finishSheet({ width, height, exposure, under }, painting, () => {});
    return factor > 1 ? shrinkPhoto(finished, longest) : finished;
  };
}
