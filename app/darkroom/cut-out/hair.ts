import { boxBlur, resizePhoto, resizePlane, type Size, sizeWithin } from "../opencv/filters.ts";
import { boxBlurLayers } from "../opencv/strips.ts";
import type { Photo } from "../work.ts";
import { clamp, emptyPlane, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { type Face, faceHulls } from "../vision/faces.ts";
import { weightedColours } from "./nearby-colour.ts";

export interface Heads {
  readonly faces: readonly Face[];
  readonly photo: Size;
}

/** Zone of translucent hair, and its depth. */
export interface HairZone {
  readonly where: Plane;
  readonly depth: number;
}

export interface Hair {
  /** Null when the outline's band is deep enough. */
  readonly curls: HairZone | null;
  /** Hair of one colour, where each other colour is the background's. */
  readonly frizz: HairZone;
}

/** Shares of the face's size. */
const [curlDepth, frizzDepth] = [0.12, 0.2];
/** An ellipse in face sizes, as large as an Afro: half axes, and the distance of its centre above the face's. */
const [halfWidth, halfHeight, raised] = [1.35, 1.1, 0.5];
/** Factor for the landmarks' hull, because ears and hairline surround it. */
const faceMargin = 1.12;
/** RGB distances, 0 to 441: skin below, not skin above. */
const [skinBelow, skinAbove] = [18, 40];
/** Shares of the face's brightness. */
const [darkest, brightest] = [0.45, 1.35];
const [shadowBelow, lightAbove] = [45, 85];
const leastFace = 0.6;

/**
 * Finds hair around large faces (in photo px), without skin, that differs from what is behind. `likely`: the sharpened
 * likelihood of the subject; `band`: depth of its outline in px. Null without a face.
 */
export function findHair(small: Photo, likely: Plane, heads: Heads, band: number): Hair | null {
  const { faces, photo } = heads;
  const scale = small.width / photo.width;
  const largest = Math.max(0, ...faces.map(({ size }) => size));
  const depth = (share: number) => Math.round(share * largest * scale);
  if (depth(curlDepth) === 0) return null;
  const [where, hair] = [emptyPlane(small.width, small.height), emptyPlane(small.width, small.height)];
  for (const face of faces.filter(({ size }) => size > leastFace * largest)) {
    const skin = meanColour(small, faceHulls([face], photo, small, 0.8));
    const x0 = face.centre.x * scale;
    const y0 = (face.centre.y - raised * face.size) * scale;
    const across = halfWidth * face.size * scale;
    const high = halfHeight * face.size * scale;
    const left = Math.max(0, Math.floor(x0 - across));
    const top = Math.max(0, Math.floor(y0 - high));
    const right = Math.min(small.width, x0 + across);
    for (let y = top; y < Math.min(small.height, y0 + high); y += 1) {
      const ellipse = { left, right, x0, across, down: ((y - y0) / high) ** 2 };
      hairRow(small, y * small.width, ellipse, skin, hair.data, where.data);
    }
  }
  const inFaces = faceHulls(faces, photo, small, faceMargin);
  for (let at = inFaces.indexOf(1); at >= 0; at = inFaces.indexOf(1, at + 1)) where.data[at] = hair.data[at] = 0;
  const apart = distances(small, likely, hair, depth(curlDepth));
  const zone = (from: number, to: number) => {
    const share = mapPlane(where, (own, at) => own * smoothstep(from, to, apart.data[at] ?? 0));
    return boxBlur(share, 1);
  };
  const curls = depth(curlDepth) > band ? { where: zone(alikeBelow, distinctFrom), depth: depth(curlDepth) } : null;
  return { curls, frizz: { where: zone(...ofOneColour), depth: depth(frizzDepth) } };
}

/** A row of an ellipse. */
interface EllipseRow {
  readonly left: number;
  readonly right: number;
  readonly x0: number;
  readonly across: number;
  /** Squared distance from the centre, in half axes. */
  readonly down: number;
}

function hairRow(
  small: Photo,
  start: number,
  { left, right, x0, across, down }: EllipseRow,
  skin: Rgb,
  hair: Float32Array,
  where: Float32Array,
): void {
  for (let x = left; x < right; x += 1) {
    const away = Math.sqrt(((x - x0) / across) ** 2 + down);
    if (away > 1) continue;
    const at = start + x;
    const unlike = smoothstep(skinBelow, skinAbove, offSkin(small, at, skin));
    const lit = smoothstep(shadowBelow, lightAbove, small.data[at * 3 + 1] ?? 0);
    const share = smoothstep(1, 0.85, away) * unlike;
    hair[at] = Math.max(hair[at] ?? 0, share);
    where[at] = Math.max(where[at] ?? 0, share * lit);
  }
}

/** Px of the longer side. */
const side = 240;
/** Distances between the colours of hair and background, in standard deviations of the hair's colour. */
const [alikeBelow, distinctFrom] = [2, 3.2];
const ofOneColour = [5, 8] as const;
/** Green, in bytes: short fair hair above deep skin would count as a mixture of that skin and the sky. */
const darkHair = [130, 90] as const;
/** In bytes; smooth hair has grain. */
const leastSpread = 8;

/** Small where the hair's own strands have the background's colour, as in grey hair before a grey wall. */
function distances(small: Photo, likely: Plane, hair: Plane, depth: number): Plane {
  const size = sizeWithin(small, side);
  const [photo, inside, share] = [resizePhoto(small, size), resizePlane(likely, size), resizePlane(hair, size)];
  const near = Math.max(1, Math.round((depth * size.width) / small.width));
  // The background shows through near the outline only.
  const deep = boxBlur(inside, near);
  const own = coloursOf(
    photo,
    mapPlane(share, (value, at) => ((deep.data[at] ?? 0) > 0.98 ? value : 0)),
    2 * near,
  );
  const behind = coloursOf(
    photo,
    mapPlane(inside, (value) => (value < 0.02 ? 1 : 0)),
    2 * near,
  );
  const apart = mapPlane(inside, (_, at) => {
    const [one, other] = [own(at), behind(at)];
    if (!one || !other) return distinctFrom;
    const distance = Math.hypot(one.red - other.red, one.green - other.green, one.blue - other.blue);
    const most = distinctFrom + (ofOneColour[1] - distinctFrom) * smoothstep(...darkHair, one.green);
    return Math.min(most, distance / Math.max(leastSpread, one.spread));
  });
  return resizePlane(apart, small);
}

interface Colours {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** Standard deviation over all channels. */
  readonly spread: number;
}

/** Share of the neighbourhood. */
const leastKnown = 0.02;

/** Reads the mean colour of the weighted pixels within `reach` px, or null if there are too few. */
function coloursOf(photo: Photo, weights: Plane, reach: number): (at: number) => Colours | null {
  const squares = weights.data.map((weight, at) => {
    const [red, green, blue] = [photo.data[at * 3] ?? 0, photo.data[at * 3 + 1] ?? 0, photo.data[at * 3 + 2] ?? 0];
    return weight * (red * red + green * green + blue * blue);
  });
  const means = boxBlurLayers(weightedColours(photo, weights), reach).data;
  const power = boxBlur({ ...weights, data: squares }, reach).data;
  return (at) => {
    const known = means[at * 4 + 3] ?? 0;
    if (known < leastKnown) return null;
    const red = (means[at * 4] ?? 0) / known;
    const green = (means[at * 4 + 1] ?? 0) / known;
    const blue = (means[at * 4 + 2] ?? 0) / known;
    const variance = (power[at] ?? 0) / known - red * red - green * green - blue * blue;
    return { red, green, blue, spread: Math.sqrt(Math.max(0, variance)) };
  };
}

type Rgb = readonly [red: number, green: number, blue: number];

function meanColour({ data }: Photo, mask: Uint8Array): Rgb {
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let at = mask.indexOf(1); at >= 0; at = mask.indexOf(1, at + 1)) {
    count += 1;
    red += data[at * 3] ?? 0;
    green += data[at * 3 + 1] ?? 0;
    blue += data[at * 3 + 2] ?? 0;
  }
  const share = 1 / Math.max(1, count);
  return [red * share, green * share, blue * share];
}

/** Distance from the skin's colour under the best-fitting light. */
function offSkin({ data }: Photo, at: number, [red, green, blue]: Rgb): number {
  const r = data[at * 3] ?? 0;
  const g = data[at * 3 + 1] ?? 0;
  const b = data[at * 3 + 2] ?? 0;
  const light = (r * red + g * green + b * blue) / (red * red + green * green + blue * blue + 1);
  const share = clamp(darkest, light, brightest);
  return Math.sqrt((r - share * red) ** 2 + (g - share * green) ** 2 + (b - share * blue) ** 2);
}
