import { leastNearby, mostNearby, resizePlane, type Size, sizeWithin } from "../opencv/filters.ts";
import { boxBlurLayers, type Layers } from "../opencv/strips.ts";
import { emptyPlane, inRanges, isEmpty, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { coarseColours, sharesOf } from "../pixels/colour.ts";
import type { Photo } from "../work.ts";
import { type Face, faceHulls } from "./faces.ts";
import { meansOver, partsOf } from "./parts.ts";
import { photoAtMap, shrunk } from "./soft-map.ts";

/** Px: the longer side; at that size, half a neighbourhood's side and the search distance for limbs around a gap. */
const [side, reach, farthest] = [320, 26, 60];
/** Likelihoods at which both networks agree. */
const [surelyIn, surelyOut] = [0.85, 0.08];
/** Lead of the people network's likelihood over the saliency network's. */
const [differFrom, differMuch] = [0.35, 0.75];
/** Directions out of eight that must meet the person; hair and shoes at the outline meet fewer. */
const leastAround = 6;
/** Share of the neighbourhood that must be known. */
export const leastKnown = 0.02;
/** In units of (bytes / 255)². */
const leastVariance = 0.0025;
/** Squared deviations over three channels: like the background's colour, unlike the person's. */
const [likeBelow, unlikeFrom] = [4, 6];
/** Share of a doubtful part: a gap fills most of it, highlights on pale clothes a little. */
const fills = [0.15, 0.25] as const;

/**
 * Finds the background between a person's limbs, 0 to 1, where the people network is too coarse: enclosed by the
 * person, coloured like the background around and unlike the person, and not salient.
 */
export function gapsBetweenLimbs(photo: Photo, people: Plane, salient: Plane): Plane {
  const size = sizeWithin(photo, side);
  const small = shrunk(photo, size);
  const [one, other] = [resizePlane(people, size), resizePlane(salient, size)];
  const [inside, outside, doubt] = [
    new Uint8Array(one.data.length),
    new Uint8Array(one.data.length),
    emptyPlane(size.width, size.height),
  ];
  inRanges(inside.length, (from, to) =>
    compare(one.data, other.data, { inside, outside, doubt: doubt.data }, from, to),
  );
  const gaps = emptyPlane(size.width, size.height);
  if (isEmpty(doubt)) return resizePlane(gaps, people);
  const models = { small, inside, own: modelOf(small, inside), behind: modelOf(small, outside) };
  inRanges(gaps.data.length, (from, to) => findGaps(doubt.data, models, gaps.data, from, to));
  const parts = partsOf(doubt, 0.5);
  const shares = meansOver(parts, gaps).map((share) => smoothstep(...fills, share));
  const filling = mapPlane(gaps, (gap, at) => gap * (shares[parts.labels[at] ?? -1] ?? 0));
  return resizePlane(filling, people);
}

interface Places {
  readonly inside: Uint8Array;
  readonly outside: Uint8Array;
  readonly doubt: Float32Array;
}

function compare(one: Float32Array, other: Float32Array, { inside, outside, doubt }: Places, from: number, to: number) {
  for (let at = from; at < to; at += 1) {
    const person = one[at] ?? 0;
    const thing = other[at] ?? 0;
    if (Math.min(person, thing) > surelyIn) inside[at] = 1;
    if (Math.max(person, thing) < surelyOut) outside[at] = 1;
    doubt[at] = smoothstep(differFrom, differMuch, person - thing);
  }
}

interface Models {
  readonly small: Photo;
  readonly inside: Uint8Array;
  readonly own: Model;
  readonly behind: Model;
}

function findGaps(
  doubt: Float32Array,
  { small, inside, own, behind }: Models,
  gaps: Float32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const share = doubt[at] ?? 0;
    if (share === 0 || directionsMet(inside, small.width, at) < leastAround) continue;
    const like = smoothstep(1.5 * likeBelow, 0.5 * likeBelow, deviation(small, at, behind));
    gaps[at] = share * like * smoothstep(0.67 * unlikeFrom, 1.5 * unlikeFrom, deviation(small, at, own));
  }
}

const directions = [-1, 0, 1]
  .flatMap((down) => [-1, 0, 1].map((across) => [across, down] as const))
  .filter(([across, down]) => across !== 0 || down !== 0);

function directionsMet(inside: Uint8Array, width: number, at: number): number {
  let met = 0;
  for (const [across, down] of directions) if (isMet(inside, width, at, across, down)) met += 1;
  return met;
}

function isMet(inside: Uint8Array, width: number, at: number, across: number, down: number): boolean {
  const x = at % width;
  const y = Math.floor(at / width);
  const height = inside.length / width;
  for (let step = 2; step <= farthest; step += 2) {
    const column = x + across * step;
    const row = y + down * step;
    if (column < 0 || row < 0 || column >= width || row >= height) return false;
    if (inside[row * width + column] === 1) return true;
  }
  return false;
}

/** Local sums of the known pixels' colours, 0 to 1, and of their squares; the fourth layer is the known share. */
export interface Model {
  readonly means: Layers;
  readonly squares: Layers;
}

export function modelOf({ width, height, data }: Photo, isKnown: Uint8Array, around = reach): Model {
  const layers = () => ({ width, height, depth: 4, data: new Float32Array(width * height * 4) });
  const [means, squares] = [layers(), layers()];
  inRanges(isKnown.length, (from, to) => collectKnown(data, isKnown, means.data, squares.data, from, to));
  return { means: boxBlurLayers(means, around), squares: boxBlurLayers(squares, around) };
}

function collectKnown(
  data: Uint8Array,
  isKnown: Uint8Array,
  means: Float32Array,
  squares: Float32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    if (isKnown[at] === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (data[at * 3 + channel] ?? 0) / 255;
      means[at * 4 + channel] = value;
      squares[at * 4 + channel] = value * value;
    }
    means[at * 4 + 3] = 1;
  }
}

/** Infinite where the neighbourhood is unknown. */
function deviation({ data }: Photo, at: number, { means, squares }: Model): number {
  const known = means.data[at * 4 + 3] ?? 0;
  if (known < leastKnown) return Infinity;
  let sum = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const mean = (means.data[at * 4 + channel] ?? 0) / known;
    const variance = Math.max(leastVariance, (squares.data[at * 4 + channel] ?? 0) / known - mean * mean);
    sum += ((data[at * 3 + channel] ?? 0) / 255 - mean) ** 2 / variance;
  }
  return sum;
}

/** A hole is filled only above this mean likelihood; the hole of a handle has less. */
const doubted = 0.04;
const [insideFrom, outsideBelow] = [0.8, 0.05];

/**
 * Fills holes in a thing where the saliency network is unsure and the colours fit the thing better than the background:
 * cake on a plate, the label of a bottle. Handles, rims and wheels stay open.
 */
export function fillHoles(map: Plane, photo: Photo): Plane {
  const outside = partsOf({ ...map, data: map.data.map((likely) => 1 - likely) }, 0.5);
  const open = new Set<number>();
  const { width, height } = map;
  for (let x = 0; x < width; x += 1) {
    open.add(outside.labels[x] ?? -1).add(outside.labels[(height - 1) * width + x] ?? -1);
  }
  for (let y = 0; y < height; y += 1) {
    open.add(outside.labels[y * width] ?? -1).add(outside.labels[y * width + width - 1] ?? -1);
  }
  if (outside.sizes.every((_, label) => open.has(label))) return map;

  const colours = coarseColours(photoAtMap(photo, map));
  const likely = (at: number) => map.data[at] ?? 0;
  const own = sharesOf(colours, (at) => likely(at) > insideFrom);
  const others = sharesOf(colours, (at) => likely(at) < outsideBelow && open.has(outside.labels[at] ?? -1));
  const likelihoods = new Float64Array(outside.sizes.length);
  const ownPixels = new Float64Array(outside.sizes.length);
  for (const [at, label] of outside.labels.entries()) {
    if (label < 0 || open.has(label)) continue;
    const colour = colours[at] ?? 0;
    likelihoods[label] = (likelihoods[label] ?? 0) + likely(at);
    if ((own[colour] ?? 0) > (others[colour] ?? 0)) ownPixels[label] = (ownPixels[label] ?? 0) + 1;
  }
  const fills = outside.sizes.map((size, label) => {
    if (open.has(label)) return false;
    return (likelihoods[label] ?? 0) > doubted * size && (ownPixels[label] ?? 0) > 0.5 * size;
  });
  return { ...map, data: map.data.map((likely, at) => (fills[outside.labels[at] ?? -1] ? 1 : likely)) };
}

/** Likelihoods between which a place is doubtful, and half the least width of a doubtful area: hair has a narrow fringe. */
const [hardlySeen, hardlyDoubted, thick] = [0.12, 0.88, 8];

/** Removes wide areas that are more likely background than not: half of them would stay, in shreds. */
export function withoutDoubtfulAreas(map: Plane): Plane {
  const isDoubtful = (likely: number) => likely > hardlySeen && likely < hardlyDoubted;
  const doubtful = mapPlane(map, (likely) => (isDoubtful(likely) ? 1 : 0));
  const cores = leastNearby(doubtful, thick);
  if (isEmpty(cores)) return map;
  const wide = mapPlane(mostNearby(cores, thick + 2), (near, at) => Math.min(near, doubtful.data[at] ?? 0));
  const parts = partsOf(wide, 0.5);
  const means = meansOver(parts, map);
  return mapPlane(map, (likely, at) => {
    const mean = means[parts.labels[at] ?? -1];
    return mean !== undefined && mean < 0.5 ? 0 : likely;
  });
}

/**
 * Makes faces solid. Above them only sure places stay: they are hair, not objects behind the head. `seen`:
 * the greater likelihood of both networks; where it is about 0, a turned face's hull covers the background.
 */
export function fillFaces(map: Plane, photo: Size, faces: readonly Face[], seen?: Plane): Plane {
  const scale = map.width / photo.width;
  const data = map.data.slice();
  const mapped = faces.filter(({ centre }) => {
    const [x, y] = [Math.round(centre.x * scale), Math.round(centre.y * scale)];
    return (map.data[Math.min(map.height - 1, Math.max(0, y)) * map.width + x] ?? 0) > 0.4;
  });
  for (const { centre, size } of mapped) {
    const crown = (centre.y - 0.72 * size) * scale;
    const left = (centre.x - 0.8 * size) * scale;
    const right = (centre.x + 0.8 * size) * scale;
    for (let y = Math.max(0, Math.floor(crown - 1.2 * size * scale)); y < Math.min(map.height, crown); y += 1) {
      const above = smoothstep(0, 0.15 * size * scale, crown - y);
      const row = y * map.width;
      lowerDoubts(data, row + Math.max(0, Math.floor(left)), row + Math.min(map.width, right), above);
    }
  }
  const hulls = faceHulls(mapped, photo, map, 0.96);
  const isBehind = seen ? outsideOf(seen, hulls) : () => false;
  for (let at = hulls.indexOf(1); at >= 0; at = hulls.indexOf(1, at + 1)) if (!isBehind(at)) data[at] = 1;
  return { ...map, data };
}

function lowerDoubts(data: Float32Array, from: number, to: number, share: number): void {
  for (let at = from; at < to; at += 1) {
    const value = data[at] ?? 0;
    data[at] = value + (Math.min(value, smoothstep(0.5, 0.93, value)) - value) * share;
  }
}

/** True for places that no network sees and that join such places outside the hulls. */
function outsideOf(seen: Plane, hulls: Uint8Array): (at: number) => boolean {
  const unseen = emptyPlane(seen.width, seen.height);
  inRanges(unseen.data.length, (from, to) => markUnseen(seen.data, unseen.data, from, to));
  const { labels, sizes } = partsOf(unseen, 0.5);
  const isOpen = new Uint8Array(sizes.length);
  inRanges(labels.length, (from, to) => markOpen(labels, hulls, isOpen, from, to));
  return (at) => isOpen[labels[at] ?? -1] === 1;
}

function markUnseen(seen: Float32Array, unseen: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) if ((seen[at] ?? 0) < surelyOut) unseen[at] = 1;
}

function markOpen(labels: Int32Array, hulls: Uint8Array, isOpen: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const label = labels[at] ?? -1;
    if (label >= 0 && hulls[at] === 0) isOpen[label] = 1;
  }
}
