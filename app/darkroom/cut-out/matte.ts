import { resizePhoto, resizePlane, type Size, sizeWithin } from "../opencv/filters.ts";
import { boxBlurLayers, drawInStrips, type Layers } from "../opencv/strips.ts";
import type { Photo } from "../photo.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { clamp, smoothstep } from "../pixels/smoothstep.ts";
import type { Face } from "../vision/faces.ts";
import { colourGuidedFit } from "./colour-guided-filter.ts";
import { hairZone } from "./hair.ts";
import { nearbyColour } from "./nearby-colour.ts";

/** The longer side the matte is fitted at, in pixels; it is drawn at the photo's own size. */
const fitSide = 720;
/** The longer side the colours on both sides of the outline are averaged at. */
const colourSide = 480;

/** 100 on the person's scale would leave a halo: smoothness beyond this is not made. */
const smoothest = 0.7;

export interface Matte {
  /** The photo, its colours cleaned of the background where the subject is partly clear. */
  readonly foreground: Photo;
  /** How much of each pixel is subject: 0 clear, 1 solid. */
  readonly alpha: Plane;
}

/**
 * The subject's outline, made to follow the photo's edges and hair, and its own colours along it. `map`: how likely each
 * place is subject, 0 to 1, of the photo's shape and any size. `edges` from 0 (sharp) to 100 (very smooth). Only a band
 * along the outline is ever partly clear, so that nothing inside shines through and no speckle stays outside.
 */
export function drawMatte(photo: Photo, map: Plane, edges: number, faces: readonly Face[] = []): Matte {
  const smooth = (smoothest * clamp(0, edges, 100)) / 100;
  const size = sizeWithin(photo, fitSide);
  const small = resizePhoto(photo, size);
  const { fit, band } = fitMatte(small, resizePlane(map, size), smooth, { faces, photo });
  const rough = roughAlpha(small, fit, band);
  const { inside, outside } = coloursBeside(small, rough, band);
  const gain = gainOf(smooth);

  const alpha = emptyPlane(photo.width, photo.height);
  const foreground = new Uint8Array(photo.data);
  drawInStrips([fit, band, inside, outside], photo, (top, rows, [slopes, bands, insides, outsides]) => {
    if (!slopes || !bands || !insides || !outsides) return;
    const first = top * photo.width;
    const drawPixel = (at: number) => {
      const near = bands[at] ?? 0;
      const to = first + at;
      if (near < bandFrom || near > bandTo) {
        alpha.data[to] = near > 0.5 ? 1 : 0;
        return;
      }
      const from = to * 3;
      const r = photo.data[from] ?? 0;
      const g = photo.data[from + 1] ?? 0;
      const b = photo.data[from + 2] ?? 0;
      const at4 = at * 4;
      const linear = (slopes[at4] ?? 0) * r + (slopes[at4 + 1] ?? 0) * g + (slopes[at4 + 2] ?? 0) * b;
      const fitted = withinBand(linear + (slopes[at4 + 3] ?? 0), near, gain);
      const at3 = at * 3;
      const [fr, fg, fb] = [insides[at3] ?? 0, insides[at3 + 1] ?? 0, insides[at3 + 2] ?? 0];
      const [br, bg, bb] = [outsides[at3] ?? 0, outsides[at3 + 1] ?? 0, outsides[at3 + 2] ?? 0];
      const apart = (fr - br) ** 2 + (fg - bg) ** 2 + (fb - bb) ** 2;
      const along = (r - br) * (fr - br) + (g - bg) * (fg - bg) + (b - bb) * (fb - bb);
      const byColour = clamp(0, along / (apart + 1), 1);
      const rest =
        Math.abs(r - br - byColour * (fr - br)) +
        Math.abs(g - bg - byColour * (fg - bg)) +
        Math.abs(b - bb - byColour * (fb - bb));
      const share = judged(fitted, byColour, Math.sqrt(apart), { unexplained: rest / 3, near });
      alpha.data[to] = share;
      if (share === 0 || share === 1) return;
      foreground[from] = clean(r, fr, br, share);
      foreground[from + 1] = clean(g, fg, bg, share);
      foreground[from + 2] = clean(b, fb, bb, share);
    };
    for (let at = 0; at < rows * photo.width; at += 1) drawPixel(at);
  });
  return { foreground: { ...photo, data: foreground }, alpha };
}

/** Outside of these shares of the band a pixel is clear or solid, whatever its colour. */
const [bandFrom, bandTo] = [0.02, 0.98];
const gainOf = (smooth: number) => 2.4 - 1.2 * smooth;

interface Heads {
  readonly faces: readonly Face[];
  /** The size that the faces are measured in. */
  readonly photo: Size;
}

function fitMatte(small: Photo, map: Plane, smooth: number, heads: Heads): { fit: Layers; band: Layers } {
  const unit = Math.max(small.width, small.height) / 640;
  const likely = { ...map, data: map.data.map(sharpened) };
  const radius = Math.max(2, Math.round((4 + 8 * smooth) * unit));
  const fit = colourGuidedFit(likely, small, radius, 0.012 + 0.05 * smooth);
  // The band within which the outline may move: about 1 % of the longer side, twice that for smooth edges.
  const [first, second] = [Math.round((5 + 6 * smooth) * unit), Math.max(1, Math.round((4 + 4 * smooth) * unit))];
  const band = boxBlurLayers(boxBlurLayers({ ...likely, depth: 1 }, first), second);
  const hair = hairZone(small, heads.faces, heads.photo, first + second);
  return { fit, band: hair ? deeperIn(band, boxBlurLayers({ ...likely, depth: 1 }, hair.depth), hair.where) : band };
}

/** A band that reaches further into the subject, as far as `wide` does, but no further out. */
function deeperIn(band: Layers, wide: Layers, where: Plane): Layers {
  const data = band.data.map((near, at) => {
    const deep = Math.min(near, Math.max(wide.data[at] ?? 0, 0.5));
    return near > 0.5 ? near + (deep - near) * (where.data[at] ?? 0) : near;
  });
  return { ...band, data };
}

/** A net's doubt is not transparency: 0.3 is most likely background, 0.7 most likely subject. */
const sharpened = (likelihood: number) => smoothstep(0.15, 0.75, likelihood);

function withinBand(fitted: number, near: number, gain: number): number {
  const drawn = clamp(0, 0.5 + (fitted - 0.5) * gain, 1);
  const trust = smoothstep(bandFrom, 0.12, near) * smoothstep(bandTo, 0.88, near);
  return drawn * trust + (near > 0.5 ? 1 - trust : 0);
}

/** The fitted alpha at the small size, to tell which colours are the subject's. */
function roughAlpha(small: Photo, fit: Layers, band: Layers): Plane {
  const alpha = emptyPlane(small.width, small.height);
  for (let at = 0; at < alpha.data.length; at += 1) {
    const near = band.data[at] ?? 0;
    let value = fit.data[at * 4 + 3] ?? 0;
    for (let channel = 0; channel < 3; channel += 1) {
      value += (fit.data[at * 4 + channel] ?? 0) * (small.data[at * 3 + channel] ?? 0);
    }
    alpha.data[at] = near < bandFrom ? 0 : near > bandTo ? 1 : withinBand(value, near, gainOf(0));
  }
  return alpha;
}

/** The colours of what is surely inside and surely outside, carried on across the outline. */
function coloursBeside(small: Photo, alpha: Plane, band: Plane): { inside: Layers; outside: Layers } {
  const size: Size = sizeWithin(small, colourSide);
  const photo = resizePhoto(small, size);
  const [shares, depths] = [resizePlane(alpha, size), resizePlane(band, size)];
  const weights = (plane: Plane, from: number, to: number) => ({
    ...plane,
    data: plane.data.map((share) => smoothstep(from, to, share)),
  });
  // Deep inside first: the net's outline often lies a little too far out, and its rim has the background's colour.
  return {
    inside: nearbyColour(photo, weights(depths, 0.9, 1), weights(shares, 0.6, 1)),
    outside: nearbyColour(photo, weights(depths, 0.1, 0), weights(shares, 0.4, 0)),
  };
}

/**
 * The fitted share of a pixel, corrected by its colour: where inside and outside differ, the pixel itself shows how much
 * of it is background; where they look alike, a firm edge is better than a smear.
 */
function judged(
  fitted: number,
  byColour: number,
  apart: number,
  { unexplained, near }: { unexplained: number; near: number },
): number {
  const distinct = smoothstep(25, 90, apart) * smoothstep(45, 12, unexplained) * smoothstep(0.95, 0.7, near);
  const shown = fitted + (Math.min(fitted, byColour) - fitted) * 0.85 * distinct;
  const alike = smoothstep(60, 20, apart);
  return smoothstep(0.06, 0.96, shown) * (1 - alike) + smoothstep(0.3, 0.95, shown) * alike;
}

/** A colour without the part of the background that shines through (Forte: Approximate Fast Foreground Colour Estimation, 2021). */
function clean(colour: number, inside: number, outside: number, share: number): number {
  return clamp(0, inside + share * (colour - share * inside - (1 - share) * outside) + 0.5, 255);
}
