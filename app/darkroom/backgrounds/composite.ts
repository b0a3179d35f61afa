import { bilinearRows } from "../pixels/plane.ts";
import { boxBlur, resizePhoto, resizePlane, sizeWithin } from "../opencv/filters.ts";
import { boxBlurLayers, enlarged, type EnlargedLayers, readLayers } from "../opencv/strips.ts";
import type { Photo } from "../work.ts";
import type { Plane } from "../pixels/plane.ts";

export interface Layers {
  foreground: Photo;
  alpha: Plane;
  background: Photo;
  /** Share of the background's colour on the rim, 0 to 1. */
  wrap: number;
}

/** Px; soft light needs no more. */
const wrapSide = 480;

/** Lays the subject over a background. Its light tints a rim of half a percent of the longer side. */
export function composite({ foreground, alpha, background, wrap }: Layers): Photo {
  const { width, height } = foreground;
  const small = sizeWithin(background, wrapSide);
  const solid = resizePlane(alpha, small);
  const open = { ...solid, data: solid.data.map((share) => 1 - share) };
  const rim = boxBlur(boxBlur(open, 1), 2);
  const behind = resizePhoto(background, small);
  const light = boxBlurLayers({ ...behind, depth: 3, data: Float32Array.from(behind.data) }, 6);
  const readRims = bilinearRows(rim, width, height);
  const row = { light: enlarged(light, foreground), colour: new Float32Array(3), rims: new Float32Array(width), wrap };
  const data = new Uint8Array(background.data);
  for (let y = 0; y < height; y += 1) {
    readRims(y, row.rims);
    layRow(foreground.data, alpha.data, y, row, data);
  }
  return { width, height, data };
}

interface Light {
  readonly light: EnlargedLayers;
  /** The light at one pixel. */
  readonly colour: Float32Array;
  readonly rims: Float32Array;
  readonly wrap: number;
}

function layRow(foreground: Uint8Array, alpha: Float32Array, y: number, row: Light, data: Uint8Array): void {
  const { light, colour, rims, wrap } = row;
  for (let x = 0, at = y * rims.length; x < rims.length; x += 1, at += 1) {
    const share = alpha[at] ?? 0;
    if (share === 0) continue;
    const wrapped = wrap * Math.min(1, (rims[x] ?? 0) * 1.6);
    if (wrapped > 0) readLayers(light, x, y, colour);
    for (let channel = 0; channel < 3; channel += 1) {
      const to = at * 3 + channel;
      const own = foreground[to] ?? 0;
      const lit = own + ((colour[channel] ?? 0) - own) * wrapped;
      data[to] = lit * share + (data[to] ?? 0) * (1 - share) + 0.5;
    }
  }
}
