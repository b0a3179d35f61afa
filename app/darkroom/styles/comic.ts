import { cubicRows } from "../pixels/cubic-rows.ts";
import { domainTransform } from "../pixels/domain-transform.ts";
import { smoothstep } from "../pixels/smoothstep.ts";
import { restoreFeatures } from "./features.ts";
import { edgeFlow } from "./flow.ts";
import { inkLines } from "./ink-lines.ts";
import type { Painting, Sitting } from "./painting.ts";
import { keepSkinTone, skinMask } from "./skin-mask.ts";
import { toneStep } from "./tone-steps.ts";

/** How far the printing dots lie apart, in pixels of the canvas. */
const dotDistance = 6.5;

/** A printed page: solid blacks, ink lines, few bright colours, and the printer's dots in the shade. */
export function comic({ canvas, width, height, unit, strength }: Sitting): Painting {
  const calm = domainTransform(canvas, 16, 0.06);
  const flat = domainTransform(calm, 26, 0.06);
  const flow = edgeFlow(calm.luma, 2.6);
  const luma = restoreFeatures(flat.luma, canvas.luma, 0.05, 0.9);
  const readInk = cubicRows(inkLines(calm.luma, flow, { width: 1.35, reach: 6 }), width, height);
  const readSkin = cubicRows(skinMask(flat), width, height);
  const [ink, skinRow] = [new Float32Array(width), new Float32Array(width)];
  const [faint, full] = [0.016 - 0.006 * strength, 0.045 - 0.02 * strength];
  const blackBelow = 0.1 + 0.08 * strength;
  const pitch = dotDistance * unit;
  const sharpness = pitch * 0.9;
  return {
    colour: { ...flat, luma },
    finish: (row) => {
      readInk(row.y, ink);
      readSkin(row.y, skinRow);
      for (let x = 0; x < width; x += 1) {
        const own = row.luma[x] ?? 0;
        const skinHere = Math.min(1, Math.max(0, skinRow[x] ?? 0));
        const stepped = own * 0.15 + 0.85 * toneStep(own, 5, 0.25) + 0.03;
        const tone = keepSkinTone(stepped, own, skinHere);
        const solid = smoothstep(blackBelow, blackBelow - 0.05, own) * (1 - 0.85 * skinHere);
        const line = Math.max(solid, smoothstep(faint, full, ink[x] ?? 0));
        const shade = Math.sqrt(Math.max(0, 0.9 - own)) * 0.6;
        const dot = smoothstep(-0.5, 0.5, (shade - fromDot(x, row.y, pitch)) * sharpness);
        const printed = tone * (1 - (0.28 - 0.14 * skinHere) * strength * dot);
        const vivid = (1 + (0.75 - 0.5 * skinHere) * strength) * (1 - line);
        row.luma[x] = printed * (1 - line) + 0.03 * line;
        row.blueness[x] = (row.blueness[x] ?? 0) * vivid;
        row.redness[x] = (row.redness[x] ?? 0) * vivid;
      }
    },
  };
}

/** The distance to the middle of the next dot, in `pitch`es; rows of dots run at 45°. */
function fromDot(x: number, y: number, pitch: number): number {
  const [along, across] = [((x + y) * Math.SQRT1_2) / pitch, ((x - y) * Math.SQRT1_2) / pitch];
  const [u, v] = [along - Math.floor(along) - 0.5, across - Math.floor(across) - 0.5];
  return Math.sqrt(u * u + v * v);
}
