import { cubicRows } from "../pixels/cubic-rows.ts";
import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { paintStrokes } from "./brush-strokes.ts";
import { edgeFlow } from "./flow.ts";
import type { Painting, Sitting } from "./painting.ts";
import { skinMask } from "./skin-mask.ts";
import { paperGrain, tileAt } from "./textures.ts";

/** Thick paint in curved strokes, wide in the background and fine in faces, under a raking light. */
export function oilPainting({ canvas, width, height, unit, strength }: Sitting): Painting {
  const skin = skinMask(canvas);
  const flow = edgeFlow(gaussianBlur(canvas.luma, 1.5), 5, 0.004);
  const size = 0.5 + 0.5 * strength;
  const paint = paintStrokes(canvas, flow, skin, {
    radii: [13, 7, 4, 2].map((radius) => radius * size),
    length: 4,
    tolerance: 0.036 + 0.025 * strength,
    unevenness: 0.16 * strength,
    seed: 7,
  });
  const relief = cubicRows(rakingLight(paint.thickness, skin), width, height);
  const weave = paperGrain(11, 2.2 * unit);
  const light = new Float32Array(width);
  return {
    colour: paint.colour,
    finish: ({ y, luma, blueness, redness }) => {
      relief(y, light);
      for (let x = 0; x < width; x += 1) {
        const tone = luma[x] ?? 0;
        const shine = (light[x] ?? 0) * 0.42 + (weave.data[tileAt(x, y)] ?? 0) * 0.008;
        luma[x] = tone + shine * strength * (0.35 + tone);
        blueness[x] = (blueness[x] ?? 0) * (1 + 0.22 * strength);
        redness[x] = (redness[x] ?? 0) * (1 + 0.22 * strength);
      }
    },
  };
}

/** How the relief of the paint catches light from the upper left; much less on skin. */
function rakingLight(thickness: Plane, skin: Plane): Plane {
  const { width, height } = thickness;
  const soft = gaussianBlur(thickness, 0.7).data;
  const lit = emptyPlane(width, height);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
      const slope = (soft[at + 1] ?? 0) - (soft[at - 1] ?? 0) + (soft[at + width] ?? 0) - (soft[at - width] ?? 0);
      lit.data[at] = slope * (1 - 0.72 * (skin.data[at] ?? 0));
    }
  }
  return lit;
}
