import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";
import { planeSampler } from "../pixels/sample-plane.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { shrinkPlane } from "../pixels/shrink-plane.ts";
import { boxMean } from "../pixels/box-mean.ts";

export interface Layers {
  /** The subject, its colours cleaned of the old background. */
  foreground: Photo;
  alpha: Plane;
  background: Photo;
  /** How much of the background's colour the subject's rim takes on, 0 to 1. */
  wrap: number;
}

/** The size the light round the subject is worked out at: it is soft. */
const wrapSide = 480;

/**
 * Lays the subject over another background. Light bends round things: within about half a percent of the photo's
 * longer side the rim takes on a little of the colours behind it. The subject's middle is not touched.
 */
export function composite({ foreground, alpha, background, wrap }: Layers): Photo {
  const { width, height } = foreground;
  const small = shrinkPhoto(background, wrapSide);
  const solid = shrinkPlane(alpha, small);
  const open = emptyPlane(small.width, small.height);
  for (let at = 0; at < open.data.length; at += 1) open.data[at] = 1 - (solid.data[at] ?? 0);
  const rim = boxMean(boxMean(open, 1), 2);
  const lights = [0, 1, 2].map((channel) => {
    const light = emptyPlane(small.width, small.height);
    for (let at = 0; at < light.data.length; at += 1) light.data[at] = small.data[at * 3 + channel] ?? 0;
    return boxMean(light, 6);
  });
  const sampleLight = planeSampler([...lights, rim], width, height);
  const light = new Float32Array(4);
  const nearRim = enlargeMask(boxMean(open, 4), width, height);
  const data = new Uint8Array(background.data);
  // A row a call: the compiler is quicker with many short loops than with one long nest of them.
  const layRow = (y: number) => {
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const share = alpha.data[at] ?? 0;
      if (share === 0) continue;
      const isNearRim = nearRim(x, y);
      if (isNearRim) sampleLight(x, y, light);
      const wrapped = isNearRim ? wrap * Math.min(1, (light[3] ?? 0) * 1.6) : 0;
      const to = at * 3;
      if (share === 1 && wrapped === 0) {
        data[to] = foreground.data[to] ?? 0;
        data[to + 1] = foreground.data[to + 1] ?? 0;
        data[to + 2] = foreground.data[to + 2] ?? 0;
        continue;
      }
      for (let channel = 0; channel < 3; channel += 1) {
        const own = foreground.data[to + channel] ?? 0;
        const lit = own + ((light[channel] ?? 0) - own) * wrapped;
        data[to + channel] = lit * share + (data[to + channel] ?? 0) * (1 - share) + 0.5;
      }
    }
  };
  for (let y = 0; y < height; y += 1) layRow(y);
  return { width, height, data };
}

/** Whether there is anything of a small plane about a place of the large picture; the nearest value decides. */
function enlargeMask(plane: Plane, width: number, height: number): (x: number, y: number) => boolean {
  const columns = Uint16Array.from({ length: width }, (_, x) => Math.floor(((x + 0.5) * plane.width) / width));
  const rows = Uint32Array.from({ length: height }, (_, y) => Math.floor(((y + 0.5) * plane.height) / height));
  return (x, y) => (plane.data[(rows[y] ?? 0) * plane.width + (columns[x] ?? 0)] ?? 0) > 1e-4;
}
