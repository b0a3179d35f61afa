import type { Size } from "../opencv/filters.ts";
import { emptyPlane, inRanges, type Plane } from "../pixels/plane.ts";
import { type Face, faceHulls } from "./faces.ts";

/** Connected parts of a map: a label for each place, -1 outside, and the size of each part. */
export interface Parts {
  readonly labels: Int32Array;
  readonly sizes: readonly number[];
}

export function partsOf({ width, data }: Plane, level: number): Parts {
  const labels = new Int32Array(data.length).fill(-1);
  const queue = new Int32Array(data.length);
  const sizes: number[] = [];
  for (let start = nextStart(data, labels, level, 0); start >= 0; start = nextStart(data, labels, level, start)) {
    sizes.push(fillPart({ width, data, level, labels, queue }, start, sizes.length));
  }
  return { labels, sizes };
}

function nextStart(data: Float32Array, labels: Int32Array, level: number, from: number): number {
  for (let at = from; at < data.length; at += 1) if ((data[at] ?? 0) >= level && labels[at] === -1) return at;
  return -1;
}

interface Filling {
  readonly width: number;
  readonly data: Float32Array;
  readonly level: number;
  readonly labels: Int32Array;
  readonly queue: Int32Array;
}

/** Labels a part from one of its places; returns its size. */
function fillPart({ width, data, level, labels, queue }: Filling, start: number, label: number): number {
  labels[start] = label;
  queue[0] = start;
  let length = 1;
  for (let next = 0; next < length; next += 1) {
    const at = queue[next] ?? 0;
    const x = at % width;
    for (let side = 0; side < 4; side += 1) {
      if ((side === 0 && x === 0) || (side === 1 && x === width - 1)) continue;
      const to = side === 0 ? at - 1 : side === 1 ? at + 1 : side === 2 ? at - width : at + width;
      if (to < 0 || to >= data.length || labels[to] !== -1 || (data[to] ?? 0) < level) continue;
      labels[to] = label;
      queue[length] = to;
      length += 1;
    }
  }
  return length;
}

export function meansOver({ labels, sizes }: Parts, other: Plane): Float64Array {
  const sums = new Float64Array(sizes.length);
  inRanges(labels.length, (from, to) => addToParts(labels, other.data, sums, from, to));
  return sums.map((sum, label) => sum / (sizes[label] ?? 1));
}

function addToParts(labels: Int32Array, values: Float32Array, sums: Float64Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const label = labels[at] ?? -1;
    if (label >= 0) sums[label] = (sums[label] ?? 0) + (values[at] ?? 0);
  }
}

/** 1 in the parts for which `isIn` holds. */
export function maskOfParts({ labels }: Parts, { width, height }: Size, isIn: readonly boolean[]): Plane {
  const mask = emptyPlane(width, height);
  if (!isIn.includes(true)) return mask;
  const marks = Uint8Array.from(isIn, (is) => (is ? 1 : 0));
  inRanges(labels.length, (from, to) => markParts(labels, marks, mask.data, from, to));
  return mask;
}

function markParts(labels: Int32Array, isIn: Uint8Array, marks: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const label = labels[at] ?? -1;
    if (label >= 0 && isIn[label] === 1) marks[at] = 1;
  }
}

/** Mean saliency of a part without a face, below which the part is a blurred crowd behind a face. */
const leastSalient = 0.1;

/** Removes small or doubtful parts without a face, and beside faces blurred crowds. */
export function withoutStrays(map: Plane, photo: Size, faces: readonly Face[], salient?: Plane): Plane {
  const parts = partsOf(map, 0.3);
  const largest = Math.max(0, ...parts.sizes);
  const means = meansOver(parts, map);
  const saliencies = salient && meansOver(parts, salient);
  const hulls = faceHulls(faces, photo, map);
  const withFace = new Set<number>();
  for (let at = hulls.indexOf(1); at >= 0; at = hulls.indexOf(1, at + 1)) withFace.add(parts.labels[at] ?? -1);
  withFace.delete(-1);
  const stays = parts.sizes.map((size, label) => {
    if (withFace.has(label)) return true;
    if (withFace.size > 0 && (saliencies?.[label] ?? 1) < leastSalient) return false;
    const sure = means[label] ?? 0;
    return size > 0.25 * largest || (sure > 0.75 && size > 0.04 * largest);
  });
  const cleaned = { ...map, data: map.data.slice() };
  if (!stays.includes(false)) return cleaned;
  const leaves = Uint8Array.from(stays, (stay) => (stay ? 0 : 1));
  inRanges(cleaned.data.length, (from, to) => clearParts(parts.labels, leaves, cleaned.data, from, to));
  return cleaned;
}

function clearParts(labels: Int32Array, leaves: Uint8Array, data: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const label = labels[at] ?? -1;
    if (label >= 0 && leaves[label] === 1) data[at] = 0;
  }
}
