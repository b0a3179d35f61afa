import { cubicRows } from "../pixels/cubic-rows.ts";
import { domainTransform } from "../pixels/domain-transform.ts";
import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { smoothstep } from "../pixels/smoothstep.ts";
import { restoreFeatures } from "./features.ts";
import { edgeFlow, smoothAlong } from "./flow.ts";
import { inkLines } from "./ink-lines.ts";
import type { Painting, Sitting } from "./painting.ts";
import { keepSkinTone, skinMask } from "./skin-mask.ts";
import { toneStep } from "./tone-steps.ts";

/** Cel shading: smooth shapes in few tones, violet shadows, thin lines in a darker shade of the colour, a glow. */
export function anime({ canvas, width, height, strength }: Sitting): Painting {
  const calm = domainTransform(canvas, 12 + 8 * strength, 0.045 + 0.02 * strength);
  const flat = domainTransform(calm, 26 + 20 * strength, 0.04 + 0.025 * strength);
  const flow = edgeFlow(calm.luma, 2.2);
  const skin = skinMask(flat);
  const shapes = gaussianBlur(smoothAlong(flat.luma, flow, 6), 1.2);
  const luma = restoreFeatures(shapes, canvas.luma, 0.05, 1);
  const readInk = cubicRows(inkLines(calm.luma, flow, { width: 0.95, reach: 6 }), width, height);
  const readSkin = cubicRows(skin, width, height);
  const readGlow = cubicRows(glow(flat.luma, skin), width, height);
  const [ink, skinRow, glowRow] = [new Float32Array(width), new Float32Array(width), new Float32Array(width)];
  const [faint, full] = [0.012 - 0.004 * strength, 0.042 - 0.014 * strength];
  return {
    colour: { ...flat, luma },
    finish: (row) => {
      readInk(row.y, ink);
      readSkin(row.y, skinRow);
      readGlow(row.y, glowRow);
      for (let x = 0; x < width; x += 1) {
        const own = row.luma[x] ?? 0;
        const skinHere = Math.min(1, Math.max(0, skinRow[x] ?? 0));
        const stepped = own * 0.4 + 0.6 * toneStep(own, 6, 0.3);
        const airy = 0.55 * stepped * (1 - stepped) + 1.2 * (glowRow[x] ?? 0) * (1 - stepped);
        const lit = stepped + airy * strength * (1 - skinHere);
        const tone = keepSkinTone(lit, own, skinHere);
        const shadow = smoothstep(0.5, 0.1, tone) * (1 - skinHere) * strength;
        const line = 0.92 * smoothstep(faint, full, ink[x] ?? 0);
        const vivid = 1 + 0.45 * strength * (1 - 0.6 * skinHere);
        row.luma[x] = tone * (1 - line) + (0.03 + 0.2 * tone) * line;
        row.blueness[x] = ((row.blueness[x] ?? 0) * vivid + 0.035 * shadow) * (1 - 0.45 * line) + 0.015 * line;
        row.redness[x] = ((row.redness[x] ?? 0) * vivid + 0.012 * shadow) * (1 - 0.3 * line) + 0.015 * line;
      }
    },
  };
}

/** Light that spills from what is bright; skin neither gives nor takes it. */
function glow(luma: Plane, skin: Plane): Plane {
  const bright = emptyPlane(luma.width, luma.height);
  for (let at = 0; at < bright.data.length; at += 1) {
    bright.data[at] = Math.max(0, (luma.data[at] ?? 0) - 0.68) * (1 - (skin.data[at] ?? 0));
  }
  return gaussianBlur(bright, 16);
}
