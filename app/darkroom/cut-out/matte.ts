import { bilinearRows } from "../pixels/bilinear-rows.ts";
import { boxMean } from "../pixels/box-mean.ts";
import { enlargePlane } from "../pixels/enlarge-plane.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";
import { planeSampler } from "../pixels/sample-plane.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { clamp, smoothstep } from "../pixels/smoothstep.ts";
import { colourGuidedPlanes } from "./colour-guided-filter.ts";

/** The longer side the matte is fitted at, in pixels; it is drawn at the photo's own size. */
const fitSide = 640;

/** 100 on the person's scale would leave a halo: smoothness beyond this is not made. */
const smoothest = 0.7;

/**
 * How much of each pixel is subject, 0 to 1, at the photo's size: the mask's outline follows the photo's edges and
 * hair. `glance` is a smaller copy of the photo, to fit to. `edges` from 0 (sharp) to 100 (very smooth). Only a band
 * along the outline is ever partly clear, so that nothing inside shines through and no speckle stays outside.
 */
export function matte(photo: Photo, glance: Photo, map: Plane, edges: number): Plane {
  const smooth = (smoothest * clamp(0, edges, 100)) / 100;
  const small = shrinkPhoto(glance, fitSide);
  const unit = Math.max(small.width, small.height) / fitSide;
  const soft = enlargePlane(map, small.width, small.height);
  const enlarged = { ...soft, data: soft.data.map(sharpened) };
  const radius = Math.max(2, Math.round((4 + 8 * smooth) * unit));
  const planes = colourGuidedPlanes(enlarged, small, radius, 0.012 + 0.05 * smooth);
  // The band within which the outline may move: about 1 % of the photo's longer side, twice that for smooth edges.
  const reach = boxMean(boxMean(enlarged, Math.round((5 + 6 * smooth) * unit)), Math.round((4 + 4 * smooth) * unit));

  const alpha = emptyPlane(photo.width, photo.height);
  const readBand = bilinearRows(reach, photo.width, photo.height);
  const band = new Float32Array(photo.width);
  const sampleFit = planeSampler([planes.red, planes.green, planes.blue, planes.offset], photo.width, photo.height);
  const fit = new Float32Array(4);
  const gain = 2.4 - 1.2 * smooth;
  // A row a call: the compiler is quicker with many short loops than with one long nest of them.
  const drawRow = (y: number) => {
    for (let x = 0, at = y * photo.width; x < photo.width; x += 1, at += 1) {
      const inside = band[x] ?? 0;
      if (inside < 0.02 || inside > 0.98) {
        alpha.data[at] = inside > 0.5 ? 1 : 0;
        continue;
      }
      const from = at * 3;
      sampleFit(x, y, fit);
      const bySlope =
        (fit[0] ?? 0) * (photo.data[from] ?? 0) +
        (fit[1] ?? 0) * (photo.data[from + 1] ?? 0) +
        (fit[2] ?? 0) * (photo.data[from + 2] ?? 0);
      const drawn = clamp(0, 0.5 + (bySlope / 255 + (fit[3] ?? 0) - 0.5) * gain, 1);
      const trust = smoothstep(0.02, 0.12, inside) * smoothstep(0.98, 0.88, inside);
      alpha.data[at] = drawn * trust + (inside > 0.5 ? 1 - trust : 0);
    }
  };
  for (let y = 0; y < photo.height; y += 1) {
    readBand(y, band);
    drawRow(y);
  }
  return smooth > 0.35 ? boxMean(boxMean(alpha, softening(smooth, photo)), softening(smooth, photo)) : alpha;
}

/** A net's doubt is not transparency: 0.3 is most likely background, 0.7 most likely subject. */
const sharpened = (likelihood: number) => smoothstep(0.15, 0.75, likelihood);

/** For very smooth edges the matte is blurred as well: up to 3 px at 1920. */
function softening(smooth: number, { width, height }: Photo): number {
  return Math.max(1, Math.round(((smooth - 0.35) / 0.35) * (Math.max(width, height) / 640)));
}
