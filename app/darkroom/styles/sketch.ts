import { cubicRows } from "../pixels/cubic-rows.ts";
import { domainTransform } from "../pixels/domain-transform.ts";
import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { smoothstep } from "../pixels/smoothstep.ts";
import { edgeFlow } from "./flow.ts";
import { inkLines } from "./ink-lines.ts";
import type { Painting, Sitting } from "./painting.ts";
import { skinMask } from "./skin-mask.ts";
import { paperGrain, pencilHatch, tileAt } from "./textures.ts";

/** A graphite drawing on white paper: contours, and shading that is hatched the more the darker it gets. */
export function sketch({ canvas, width, height, unit, exposure, strength }: Sitting): Painting {
  const calm = domainTransform(canvas, 12, 0.05);
  const flow = edgeFlow(calm.luma, 2);
  const empty = emptyPlane(canvas.luma.width, canvas.luma.height);
  const contours = cubicRows(inkLines(calm.luma, flow, { width: 0.85, reach: 5 }), width, height);
  const forms = cubicRows(inkLines(calm.luma, flow, { width: 2.2, reach: 8 }), width, height);
  const skins = cubicRows(skinMask(calm), width, height);
  const shading = cubicRows(shadeOf(calm.luma), width, height);
  const hatches = [
    pencilHatch(5, -52, 34 * unit, 1.7 * unit),
    pencilHatch(6, -38, 30 * unit, 1.6 * unit),
    pencilHatch(9, 40, 26 * unit, 1.7 * unit),
  ];
  const grain = paperGrain(3, 2 * unit);
  const line = () => new Float32Array(width);
  const [contour, form, shade, skin] = [line(), line(), line(), line()];
  return {
    colour: { luma: calm.luma, blueness: empty, redness: empty },
    finish: ({ y, luma, blueness, redness }) => {
      contours(y, contour);
      forms(y, form);
      shading(y, shade);
      skins(y, skin);
      for (let x = 0; x < width; x += 1) {
        const tile = tileAt(x, y);
        const tooth = grain.data[tile] ?? 0;
        const dark = shade[x] ?? 0;
        const pressed = graphite(dark, hatches, tile, tooth, Math.min(1, Math.max(0, skin[x] ?? 0)));
        const drawn =
          1 - (1 - 0.85 * smoothstep(0.006, 0.04, contour[x] ?? 0)) * (1 - 0.6 * smoothstep(0.012, 0.06, form[x] ?? 0));
        const covered = 1 - (1 - pressed) * (1 - drawn * (0.9 + 0.08 * tooth));
        luma[x] = exposure * (0.985 - 0.87 * Math.min(1, Math.max(0, covered)) + 0.006 * tooth);
        blueness[x] = -0.006 * strength;
        redness[x] = 0.002 * strength;
      }
    },
  };
}

/** How much of the paper the pencil covers: one layer of strokes in light shade, two and three in deep shade. */
function graphite(dark: number, hatches: Plane[], tile: number, tooth: number, skin: number): number {
  let bare = 1 - 0.42 * dark * dark * (1 + 0.12 * tooth);
  for (const [layer, hatch] of hatches.entries()) {
    const from = 0.1 + 0.22 * layer;
    const amount = smoothstep(from, from + 0.5, dark);
    if (amount === 0) break;
    const stroke = smoothstep(-0.9, 1.5, (hatch.data[tile] ?? 0) + 0.25 * tooth);
    // In the deepest shade strokes run into each other; on skin they are rubbed smooth.
    const closed = Math.max(smoothstep(0.75, 1, dark) * 0.45, 0.6 * skin);
    bare *= 1 - 0.72 * amount * (stroke + (0.55 - stroke) * closed);
  }
  return 1 - bare;
}

/** How dark each pixel is to be drawn, 0 to 1: the photo's own range, stretched, the light half left to the paper. */
function shadeOf(luma: Plane): Plane {
  const sorted = Float32Array.from(
    { length: 4096 },
    (_, at) => luma.data[Math.floor((at * luma.data.length) / 4096)] ?? 0,
  ).sort();
  const [black, white] = [sorted[40] ?? 0, sorted[3900] ?? 1];
  const range = Math.max(0.25, white - black);
  const shade = gaussianBlur(luma, 0.8);
  for (let at = 0; at < shade.data.length; at += 1) {
    const tone = Math.min(1, Math.max(0, 1 - (white - (shade.data[at] ?? 0)) / range));
    shade.data[at] = (1 - tone) ** 1.1;
  }
  return shade;
}
