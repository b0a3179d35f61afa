import { cubicRows } from "../pixels/cubic-rows.ts";
import { domainTransform } from "../pixels/domain-transform.ts";
import { smoothstep } from "../pixels/smoothstep.ts";
import { restoreFeatures } from "./features.ts";
import { edgeFlow, smoothAlong } from "./flow.ts";
import { inkLines } from "./ink-lines.ts";
import type { Painting, Sitting } from "./painting.ts";
import { keepSkinTone, skinMask } from "./skin-mask.ts";
import { toneStep } from "./tone-steps.ts";

/** Flat bright areas and bold black outlines. */
export function cartoon({ canvas, width, height, strength }: Sitting): Painting {
  const calm = domainTransform(canvas, 14 + 8 * strength, 0.05 + 0.02 * strength);
  const flat = domainTransform(calm, 24 + 16 * strength, 0.045 + 0.025 * strength);
  const flow = edgeFlow(calm.luma, 2.6);
  const skin = skinMask(flat);
  const luma = restoreFeatures(smoothAlong(flat.luma, flow, 4), canvas.luma, 0.055, 0.85);
  const readInk = cubicRows(inkLines(calm.luma, flow, { width: 1.6, reach: 6 }), width, height);
  const readSkin = cubicRows(skin, width, height);
  const [ink, skinRow] = [new Float32Array(width), new Float32Array(width)];
  const [faint, full] = [0.02 - 0.006 * strength, 0.05 - 0.02 * strength];
  return {
    colour: { ...flat, luma },
    finish: (row) => {
      readInk(row.y, ink);
      readSkin(row.y, skinRow);
      for (let x = 0; x < width; x += 1) {
        const own = row.luma[x] ?? 0;
        const skinHere = Math.min(1, Math.max(0, skinRow[x] ?? 0));
        const stepped = own * 0.25 + 0.75 * toneStep(own, 6, 0.35);
        const bright = stepped + 0.3 * strength * (1 - skinHere) * stepped * (1 - stepped);
        const tone = keepSkinTone(bright, own, skinHere);
        const line = smoothstep(faint, full, ink[x] ?? 0);
        const vivid = (1 + 0.7 * strength * (1 - 0.6 * skinHere)) * (1 - line);
        row.luma[x] = tone * (1 - line) + 0.05 * line;
        row.blueness[x] = (row.blueness[x] ?? 0) * vivid;
        row.redness[x] = (row.redness[x] ?? 0) * vivid;
      }
    },
  };
}
