import { cubicRows } from "../pixels/cubic-rows.ts";
import { domainTransform } from "../pixels/domain-transform.ts";
import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { smoothstep } from "../pixels/smoothstep.ts";
import { paintStrokes } from "./brush-strokes.ts";
import { restoreFeatures } from "./features.ts";
import { edgeFlow } from "./flow.ts";
import { inkLines } from "./ink-lines.ts";
import type { Painting, Sitting } from "./painting.ts";
import { keepSkinTone, skinMask } from "./skin-mask.ts";
import { toneStep } from "./tone-steps.ts";

/** Gouache dabs in the landscape, smooth cels for people, thin brown lines, warm light and blue-green shade. */
export function ghibli({ canvas, width, height, strength }: Sitting): Painting {
  const calm = domainTransform(canvas, 16 + 10 * strength, 0.06);
  const skin = skinMask(calm);
  const flow = edgeFlow(calm.luma, 3, 0.001);
  const dabs = paintStrokes(calm, flow, skin, {
    radii: [9, 5, 2.5].map((radius) => radius * (0.5 + 0.5 * strength)),
    length: 2,
    tolerance: 0.035,
    unevenness: 0.05 * strength,
    seed: 91,
  });
  const colour = mixColours(dabs.colour, calm, skin);
  const luma = restoreFeatures(colour.luma, canvas.luma, 0.07, 0.75);
  const rows = {
    ink: cubicRows(inkLines(calm.luma, flow, { width: 1, reach: 5 }), width, height),
    skin: cubicRows(skin, width, height),
    glow: cubicRows(gaussianBlur(luma, 24), width, height),
  };
  const line = () => new Float32Array(width);
  const [ink, skinRow, glow] = [line(), line(), line()];
  return {
    colour: { ...colour, luma },
    finish: (row) => {
      rows.ink(row.y, ink);
      rows.skin(row.y, skinRow);
      rows.glow(row.y, glow);
      for (let x = 0; x < width; x += 1) {
        const own = row.luma[x] ?? 0;
        const skinHere = Math.min(1, Math.max(0, skinRow[x] ?? 0));
        const stepped = own * 0.5 + 0.5 * toneStep(own, 7, 0.5);
        const bloom = 0.16 * strength * smoothstep(0.4, 0.95, glow[x] ?? 0) * (1 - stepped);
        const tone = keepSkinTone(stepped + bloom + 0.03 * strength * (1 - stepped), own, skinHere);
        const warmth =
          strength * (1 - 0.75 * skinHere) * (smoothstep(0.3, 0.85, tone) - 0.75 * smoothstep(0.45, 0.1, tone));
        const lineHere = 0.7 * smoothstep(0.014, 0.045, ink[x] ?? 0) * strength;
        const vivid = 1 + 0.4 * strength * (1 - 0.7 * skinHere);
        row.luma[x] = tone * (1 - lineHere) + 0.17 * lineHere;
        row.blueness[x] = ((row.blueness[x] ?? 0) * vivid - 0.035 * warmth) * (1 - 0.6 * lineHere) - 0.02 * lineHere;
        row.redness[x] = ((row.redness[x] ?? 0) * vivid + 0.018 * warmth) * (1 - 0.6 * lineHere) + 0.03 * lineHere;
      }
    },
  };
}

/** Two pictures, the second by the mask's share. */
function mixColours(one: LumaChroma, other: LumaChroma, mask: Plane): LumaChroma {
  const mix = (from: Plane, to: Plane) => {
    const mixed = emptyPlane(mask.width, mask.height);
    for (let at = 0; at < mixed.data.length; at += 1) {
      const own = from.data[at] ?? 0;
      mixed.data[at] = own + ((to.data[at] ?? 0) - own) * (mask.data[at] ?? 0);
    }
    return mixed;
  };
  return {
    luma: mix(one.luma, other.luma),
    blueness: mix(one.blueness, other.blueness),
    redness: mix(one.redness, other.redness),
  };
}
