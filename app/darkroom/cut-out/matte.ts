import { boxBlur, leastNearby, resizePhoto, resizePlane, type Size, sizeWithin } from "../opencv/filters.ts";
import { boxBlurLayers, enlarged, type EnlargedLayers, type Layers, readLayers } from "../opencv/strips.ts";
import type { Photo } from "../work.ts";
import {
  bilinearRows,
  clamp,
  emptyPlane,
  inRanges,
  mapPlane,
  type Plane,
  smoothstep,
  steps,
  without,
} from "../pixels/plane.ts";
import { type Face, faceHulls } from "../vision/faces.ts";
import { likeOwnColours } from "../pixels/colour.ts";
import { partsOf } from "../vision/parts.ts";
import { colourGuidedFit } from "./colour-guided-filter.ts";
import { type Heads, findHair } from "./hair.ts";
import { nearbyColour } from "./nearby-colour.ts";

/** Px of the longer side, and pixels of a 3:2 photo; the fit is then evaluated at the photo's size. */
const fitSize = [720, 720 * 480] as const;
/** The same for the colours beside the outline. */
const colourSize = [480, 480 * 320] as const;

/** Smoother edges show a halo. */
const smoothest = 0.7;

export interface Matte {
  readonly foreground: Photo;
  readonly alpha: Plane;
}

/**
 * Fits the outline to the photo's edges and hair and cleans its colours. `map`: likelihood of the subject, 0 to 1, any
 * size; `edges`: 0 sharp to 100 smooth. Only a band along the outline is translucent.
 */
export function drawMatte(photo: Photo, map: Plane, edges: number, faces: readonly Face[] = []): Matte {
  const smooth = (smoothest * clamp(0, edges, 100)) / 100;
  const size = sizeWithin(photo, ...fitSize);
  const small = resizePhoto(photo, size);
  const { fit, band, firm, frizz } = fitMatte(small, resizePlane(map, size), smooth, { faces, photo });
  const rough = roughAlpha(small, fit, band);
  const { inside, outside, own } = coloursBeside(small, rough, band, { firm, frizz });
  const gain = gainOf(smooth);

  const alpha = emptyPlane(photo.width, photo.height);
  const foreground = new Uint8Array(photo.data);
  const readRow = bilinearRows(band, photo.width, photo.height);
  const row = new Float32Array(photo.width);
  const layers = {
    fit: enlarged(fit, photo),
    inside: enlarged(inside, photo),
    outside: enlarged(outside, photo),
    own: enlarged(own, photo),
  };
  const beside: Beside = [new Float32Array(4), new Float32Array(3), new Float32Array(3), new Float32Array(2)];
  for (let y = 0; y < photo.height; y += 1) {
    readRow(y, row);
    drawRow(foreground, alpha.data, { y, near: row, gain, layers, beside });
  }
  clearSpecks(alpha, faces);
  return { foreground: { ...photo, data: foreground }, alpha };
}

interface BandRow {
  readonly y: number;
  readonly near: Float32Array;
  readonly gain: number;
  readonly layers: Readonly<Record<"fit" | "inside" | "outside" | "own", EnlargedLayers>>;
  /** The layers at one pixel. */
  readonly beside: Beside;
}

function drawRow(foreground: Uint8Array, alpha: Float32Array, { y, near: row, gain, layers, beside }: BandRow): void {
  for (let x = 0, at = y * row.length; x < row.length; x += 1, at += 1) {
    const near = row[x] ?? 0;
    if (near < bandFrom || near > bandTo) {
      alpha[at] = near > 0.5 ? 1 : 0;
      continue;
    }
    readLayers(layers.fit, x, y, beside[0]);
    readLayers(layers.inside, x, y, beside[1]);
    readLayers(layers.outside, x, y, beside[2]);
    readLayers(layers.own, x, y, beside[3]);
    alpha[at] = drawPixel(foreground, at * 3, beside, near, gain);
  }
}

/** Largest share of the subject for a speck, and its least distance from a face's centre, in face sizes. */
const [speckBelow, hairReach] = [0.0003, 1.5];

/** Clears specks beside people, such as joints of paving in the colours of shoes. Hair and fur stay. In place. */
function clearSpecks(alpha: Plane, faces: readonly Face[]): void {
  if (faces.length === 0) return;
  const small = resizePlane(alpha, sizeWithin(alpha, ...fitSize));
  const scale = alpha.width / small.width;
  const { labels, sizes } = partsOf(small, 0.04);
  const most = speckBelow * sizes.reduce((sum, size) => sum + size, 0);
  const isHair = (x: number, y: number) =>
    faces.some(({ centre, size }) => Math.hypot(x - centre.x, y - centre.y) < hairReach * size);
  if (sizes.every((size) => size > most)) return;
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at] ?? -1;
    if (label < 0 || (sizes[label] ?? 0) > most) continue;
    const [left, top] = [(at % small.width) * scale, Math.floor(at / small.width) * scale];
    if (isHair(left, top)) continue;
    const right = Math.min(alpha.width, Math.ceil(left + scale));
    for (let y = Math.floor(top); y < Math.min(alpha.height, top + scale); y += 1) {
      alpha.data.fill(0, y * alpha.width + Math.floor(left), y * alpha.width + right);
    }
  }
}

type Beside = readonly [fit: Float32Array, inside: Float32Array, outside: Float32Array, own: Float32Array];

function drawPixel(data: Uint8Array, at: number, beside: Beside, near: number, gain: number): number {
  const [fit, inside, outside, own] = beside;
  let [linear, apart, along, rest] = [fit[3] ?? 0, 0, 0, 0];
  for (let channel = 0; channel < 3; channel += 1) {
    const colour = data[at + channel] ?? 0;
    const back = outside[channel] ?? 0;
    const difference = (inside[channel] ?? 0) - back;
    linear += (fit[channel] ?? 0) * colour;
    apart += difference ** 2;
    along += (colour - back) * difference;
  }
  const byColour = clamp(0, along / (apart + 1), 1);
  for (let channel = 0; channel < 3; channel += 1) {
    const back = outside[channel] ?? 0;
    rest += Math.abs((data[at + channel] ?? 0) - back - byColour * ((inside[channel] ?? 0) - back));
  }
  const fitted = withinBand(linear, near, gain);
  const share = judged(fitted, byColour, Math.sqrt(apart), {
    unexplained: rest / 3,
    near,
    own: own[0] ?? 0,
    sure: own[1] ?? 0,
  });
  if (share === 0 || share === 1) return share;
  for (let channel = 0; channel < 3; channel += 1) {
    data[at + channel] = clean(data[at + channel] ?? 0, inside[channel] ?? 0, outside[channel] ?? 0, share);
  }
  return share;
}

/** Shares of the band; pixels beyond are clear or solid. */
const [bandFrom, bandTo] = [0.02, 0.98];
const gainOf = (smooth: number) => 2.4 - 1.2 * smooth;

interface FittedMatte {
  readonly fit: Layers;
  readonly band: Layers;
  /** The likelihood of the subject, but 0 in hair, where the background shows through. */
  readonly firm: Plane;
  readonly frizz: Plane | null;
}

function fitMatte(small: Photo, map: Plane, smooth: number, heads: Heads): FittedMatte {
  const unit = Math.max(small.width, small.height) / 640;
  const likely = steps(map, ...sharpened);
  const radius = Math.max(2, Math.round((4 + 8 * smooth) * unit));
  const fit = colourGuidedFit(likely, small, radius, 0.012 + 0.05 * smooth);
  const [first, second] = [Math.round((5 + 6 * smooth) * unit), Math.max(1, Math.round((4 + 4 * smooth) * unit))];
  const band = boxBlurLayers(boxBlurLayers({ ...likely, depth: 1 }, first), second);
  const hair = findHair(small, likely, heads, first + second);
  let [deep, firm] = [band, map];
  for (const zone of hair ? [hair.curls, hair.frizz] : []) {
    if (!zone) continue;
    deep = deeperIn(deep, boxBlurLayers({ ...likely, depth: 1 }, zone.depth), zone.where);
    firm = without(firm, zone.where);
  }
  return { fit, band: solidFaces(deep, likely, heads), firm, frizz: hair && hair.frizz.where };
}

/** Px of the fit along the outline, and share of the smallest face: a hull covers the wall before a turned face. */
const [outline, ofFace] = [5, 0.03];

/** Makes faces solid, because the band would reach far into a small or turned face. */
function solidFaces(band: Layers, likely: Plane, { faces, photo }: Heads): Layers {
  if (faces.length === 0) return band;
  const hulls = faceHulls(faces, photo, band, 0.94);
  const smallest = (Math.min(...faces.map(({ size }) => size)) * band.width) / photo.width;
  const inner = leastNearby(likely, Math.floor(Math.min(outline, ofFace * smallest)));
  const data = band.data.map((near, at) => (hulls[at] === 1 && (inner.data[at] ?? 0) > 0.95 ? 1 : near));
  return { ...band, data };
}

function deeperIn(band: Layers, wide: Layers, where: Plane): Layers {
  const data = band.data.map((near, at) => {
    const deep = Math.min(near, Math.max(wide.data[at] ?? 0, 0.5));
    return near > 0.5 ? near + (deep - near) * (where.data[at] ?? 0) : near;
  });
  return { ...band, data };
}

/** Sharpens the map, because a network's doubt is not transparency. */
const sharpened = [0.15, 0.75] as const;

function withinBand(fitted: number, near: number, gain: number): number {
  const drawn = clamp(0, 0.5 + (fitted - 0.5) * gain, 1);
  const trust = smoothstep(bandFrom, 0.12, near) * smoothstep(bandTo, 0.88, near);
  return drawn * trust + (near > 0.5 ? 1 - trust : 0);
}

function roughAlpha(small: Photo, fit: Layers, band: Layers): Plane {
  const alpha = emptyPlane(small.width, small.height);
  inRanges(alpha.data.length, (from, to) => evaluate(small.data, fit.data, band.data, alpha.data, from, to));
  return alpha;
}

function evaluate(
  colours: Uint8Array,
  fit: Float32Array,
  band: Float32Array,
  alpha: Float32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const near = band[at] ?? 0;
    let value = fit[at * 4 + 3] ?? 0;
    for (let channel = 0; channel < 3; channel += 1) {
      value += (fit[at * 4 + channel] ?? 0) * (colours[at * 3 + channel] ?? 0);
    }
    alpha[at] = near < bandFrom ? 0 : near > bandTo ? 1 : withinBand(value, near, gainOf(0));
  }
}

const mapIsSure = [0.8, 0.95] as const;

function coloursBeside(
  small: Photo,
  alpha: Plane,
  band: Plane,
  { firm, frizz }: Pick<FittedMatte, "firm" | "frizz">,
): { inside: Layers; outside: Layers; own: Layers } {
  const size: Size = sizeWithin(small, ...colourSize);
  const photo = resizePhoto(small, size);
  const [shares, depths] = [resizePlane(alpha, size), resizePlane(band, size)];
  const [solid, clear] = [steps(depths, 0.9, 1), steps(depths, 0.1, 0)];
  const near = boxBlur(
    mapPlane(depths, (depth) => (depth > 0 && depth < 1 ? 1 : 0)),
    ownReach + 1,
  );
  const likely = resizePlane(firm, size);
  const ownColour = boxBlur(likeOwnColours(photo, solid, clear, near), ownReach);
  const frizzy = frizz && resizePlane(frizz, size);
  const own = new Float32Array(2 * likely.data.length);
  const [unmixed, sure] = [frizzy ? without(ownColour, frizzy) : ownColour, steps(likely, ...mapIsSure)];
  inRanges(likely.data.length, (from, to) => interleave(unmixed.data, sure.data, own, from, to));
  return {
    inside: nearbyColour(photo, solid, steps(shares, 0.6, 1)),
    outside: nearbyColour(photo, clear, steps(shares, 0.4, 0)),
    own: { ...likely, depth: 2, data: own },
  };
}

function interleave(one: Float32Array, other: Float32Array, into: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    into[2 * at] = one[at] ?? 0;
    into[2 * at + 1] = other[at] ?? 0;
  }
}

/** Share of nearby pixels in colours that the subject has elsewhere: a hair band, an arm in front of the body. */
const ownColours = [0.7, 0.9] as const;
const ownReach = 3;

/** Corrects alpha by colour where inside and outside differ; makes the edge firm where they look alike. */
function judged(
  fitted: number,
  byColour: number,
  apart: number,
  { unexplained, near, own, sure }: { unexplained: number; near: number; own: number; sure: number },
): number {
  const foreign = 1 - smoothstep(...ownColours, own) * smoothstep(0.35, 0.45, near);
  const alone = smoothstep(45, 12, unexplained);
  // Tyres, sills and shaded limbs differ from the rest of their subject, but do not match the background exactly.
  const exactly = sure === 0 ? 0 : smoothstep(8, 2, unexplained) * smoothstep(0.35, 0.1, byColour);
  const explained = alone + (exactly - alone) * sure;
  const distinct = foreign * smoothstep(25, 90, apart) * explained * smoothstep(0.95, 0.7, near);
  const corrected = fitted + (Math.min(fitted, byColour) - fitted) * 0.85 * distinct;
  const alike = smoothstep(60, 20, apart);
  return smoothstep(0.06, 0.96, corrected) * (1 - alike) + smoothstep(0.3, 0.95, corrected) * alike;
}

/** Forte: Approximate Fast Foreground Colour Estimation, 2021. */
function clean(colour: number, inside: number, outside: number, share: number): number {
  return clamp(0, inside + share * (colour - share * inside - (1 - share) * outside) + 0.5, 255);
}
