import { boxBlur, resizePhoto, resizePlane, sizeWithin } from "../opencv/filters.ts";
import { boxBlurLayers, drawInStrips } from "../opencv/strips.ts";
import type { Photo } from "../work.ts";
import type { Plane } from "../pixels/plane.ts";

export interface Layers {
  foreground: Photo;
  alpha: Plane;
  background: Photo;
  /** Share of the background's colour on the rim, 0 to 1. */
  wrap: number;
}

/** Px; the light is soft. */
const wrapSide = 480;

/** Lays the subject over a background whose light tints the rim, half a percent of the longer side. */
export function composite({ foreground, alpha, background, wrap }: Layers): Photo {
  const { width, height } = foreground;
  const small = sizeWithin(background, wrapSide);
  const solid = resizePlane(alpha, small);
  const open = { ...solid, data: solid.data.map((share) => 1 - share) };
  const rim = boxBlur(boxBlur(open, 1), 2);
  const behind = resizePhoto(background, small);
  const light = boxBlurLayers({ ...behind, depth: 3, data: Float32Array.from(behind.data) }, 6);
  const data = new Uint8Array(background.data);
  drawInStrips([light, { ...rim, depth: 1 }], foreground, (top, rows, [lights, rims]) => {
    if (!lights || !rims) return;
    const first = top * width;
    for (let at = 0; at < rows * width; at += 1) {
      const share = alpha.data[first + at] ?? 0;
      if (share === 0) continue;
      const wrapped = wrap * Math.min(1, (rims[at] ?? 0) * 1.6);
      for (let channel = 0; channel < 3; channel += 1) {
        const to = (first + at) * 3 + channel;
        const own = foreground.data[to] ?? 0;
        const lit = own + ((lights[at * 3 + channel] ?? 0) - own) * wrapped;
        data[to] = lit * share + (data[to] ?? 0) * (1 - share) + 0.5;
      }
    }
  });
  return { width, height, data };
}
