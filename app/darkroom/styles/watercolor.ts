import { cubicRows } from "../pixels/cubic-rows.ts";
import { domainTransform } from "../pixels/domain-transform.ts";
import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { clamp, smoothstep } from "../pixels/smoothstep.ts";
import { restoreFeatures } from "./features.ts";
import { edgeFlow } from "./flow.ts";
import { inkLines } from "./ink-lines.ts";
import { kuwahara } from "./kuwahara.ts";
import type { Painting, Sitting } from "./painting.ts";
import { keepSkinTone, skinMask } from "./skin-mask.ts";
import { clouds, paperGrain, tileAt } from "./textures.ts";
import { toneStep } from "./tone-steps.ts";

/** Washes with dark wavering edges over a faint pencil drawing, the grain of the paper, and its white at the margin. */
export function watercolor({ canvas, width, height, unit, exposure, strength }: Sitting): Painting {
  const flat = domainTransform(canvas, 24 + 12 * strength, 0.075);
  const skin = skinMask(flat);
  const reach = 3.4 * strength;
  const wet = waver(flat, skin, reach);
  const washes = kuwahara(wet, Math.round(2 + 4 * strength));
  const luma = restoreFeatures(gaussianBlur(washes.luma, 0.8), waverPlane(canvas.luma, skin, reach), 0.06, 0.85);
  const rows = {
    skin: cubicRows(skin, width, height),
    rim: cubicRows(dryingRims(washes.luma), width, height),
    pencil: cubicRows(inkLines(wet.luma, edgeFlow(wet.luma, 2), { width: 0.9, reach: 5 }), width, height),
    pools: clouds(41, width, height, 70 * unit),
    wash: clouds(67, width, height, 210 * unit),
    ragged: clouds(23, width, height, 95 * unit),
    torn: clouds(24, width, height, 13 * unit),
  };
  const grain = paperGrain(53, 3 * unit);
  const line = () => new Float32Array(width);
  const [skinRow, rim, pencil, pools, wash, ragged, torn] = [line(), line(), line(), line(), line(), line(), line()];
  const margin = 26 * unit * smoothstep(0.2, 1, strength);
  return {
    colour: { ...washes, luma },
    finish: ({ y, luma: tones, blueness, redness }) => {
      rows.skin(y, skinRow);
      rows.rim(y, rim);
      rows.pencil(y, pencil);
      rows.pools(y, pools);
      rows.wash(y, wash);
      rows.ragged(y, ragged);
      rows.torn(y, torn);
      for (let x = 0; x < width; x += 1) {
        const bareOfSkin = 1 - Math.min(1, Math.max(0, skinRow[x] ?? 0));
        const calm = 0.35 + 0.65 * bareOfSkin;
        const own = tones[x] ?? 0;
        const tooth = grain.data[tileAt(x, y)] ?? 0;
        const uneven = 0.3 * (pools[x] ?? 0) + 0.18 * (wash[x] ?? 0) + 0.09 * tooth;
        const pigment = 1 + strength * (uneven * calm + 12 * (rim[x] ?? 0) * (0.4 + 0.6 * calm));
        const thinned = own + 0.9 * bareOfSkin * strength * own * (1 - own) * smoothstep(0.1, 0.8, own);
        const edge = Math.min(x, y, width - 1 - x, height - 1 - y);
        const frame = margin * (1 + 0.5 * (ragged[x] ?? 0) + 0.22 * (torn[x] ?? 0) + 0.05 * tooth);
        const bare = margin > 0 ? smoothstep(1.15, 0.85, edge / (frame + 1e-3)) : 0;
        const drawn = 0.4 * smoothstep(0.012, 0.05, pencil[x] ?? 0) * strength;
        const stepped = thinned * 0.5 + 0.5 * toneStep(thinned, 9, 0.6);
        // The denser the pigment, the darker: Beer's law, flattened at both ends.
        const dense = stepped - (stepped - stepped * stepped) * (pigment - 1);
        const painted = keepSkinTone(dense, own, 1 - bareOfSkin);
        const inked = painted * (1 - drawn) + 0.22 * drawn;
        const paper = 0.975 + 0.008 * tooth * strength;
        const vivid = (1 + (0.15 + 0.2 * calm) * strength) * (1 - drawn * 0.5) * (1 - bare);
        tones[x] = Math.min(inked, paper) * (1 - bare) + paper * exposure * bare;
        blueness[x] = (blueness[x] ?? 0) * vivid - 0.008 * strength;
        redness[x] = (redness[x] ?? 0) * vivid + 0.002 * strength;
      }
    },
  };
}

/** Pigment gathers where a wash ends: how much darker than around itself each pixel is. */
function dryingRims(luma: Plane): Plane {
  const rims = gaussianBlur(luma, 3);
  for (let at = 0; at < rims.data.length; at += 1)
    rims.data[at] = Math.min(0.08, Math.max(0, (rims.data[at] ?? 0) - (luma.data[at] ?? 0)));
  return rims;
}

function waver({ luma, blueness, redness }: LumaChroma, skin: Plane, reach: number): LumaChroma {
  const shifted = (plane: Plane) => waverPlane(plane, skin, reach);
  return { luma: shifted(luma), blueness: shifted(blueness), redness: shifted(redness) };
}

/** Shifts every pixel by up to about `reach`, neighbours alike, as a hand on rough paper does; skin hardly at all. */
function waverPlane(plane: Plane, skin: Plane, reach: number): Plane {
  const { width, height } = plane;
  const moved = emptyPlane(width, height);
  const [right, down] = [clouds(11, width, height, 30), clouds(29, width, height, 30)];
  const [shiftX, shiftY] = [new Float32Array(width), new Float32Array(width)];
  for (let y = 0, at = 0; y < height; y += 1) {
    right(y, shiftX);
    down(y, shiftY);
    for (let x = 0; x < width; x += 1, at += 1) {
      const loose = reach * (1 - 0.9 * (skin.data[at] ?? 0));
      const fromX = clamp(0, x + (shiftX[x] ?? 0) * loose, width - 1);
      const fromY = clamp(0, y + (shiftY[x] ?? 0) * loose, height - 1);
      moved.data[at] = between(plane, fromX, fromY);
    }
  }
  return moved;
}

/** The value at a point between pixels, linearly. */
function between({ width, height, data }: Plane, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const right = left + 1 < width ? 1 : 0;
  const at = top * width + left;
  const below = top + 1 < height ? at + width : at;
  const upper = (data[at] ?? 0) + ((data[at + right] ?? 0) - (data[at] ?? 0)) * (x - left);
  const lower = (data[below] ?? 0) + ((data[below + right] ?? 0) - (data[below] ?? 0)) * (x - left);
  return upper + (lower - upper) * (y - top);
}
