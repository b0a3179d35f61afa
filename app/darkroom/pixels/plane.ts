/** One value per pixel, by rows; luma 0 to 1, colour differences around 0. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

export function emptyPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) };
}

export function isEmpty({ data }: Plane): boolean {
  for (let at = 0; at < data.length; at += 1) if (data[at] !== 0) return false;
  return true;
}

const rangeLength = 4096;

/**
 * Calls `work` with consecutive ranges of `length` values. V8 drops the compiled code of long loops in functions that
 * run once per photo, and of closures; a named function that `work` calls for each range stays compiled.
 */
export function inRanges(length: number, work: (from: number, to: number) => void): void {
  for (let from = 0; from < length; from += rangeLength) work(from, Math.min(length, from + rangeLength));
}

export function mapPlane({ width, height, data }: Plane, value: (own: number, at: number) => number): Plane {
  const mapped = emptyPlane(width, height);
  for (let at = 0; at < data.length; at += 1) mapped.data[at] = value(data[at] ?? 0, at);
  return mapped;
}

/** `smoothstep` of every value. */
export function steps(plane: Plane, from: number, to: number): Plane {
  const stepped = emptyPlane(plane.width, plane.height);
  inRanges(plane.data.length, (first, end) => stepRange(plane.data, from, to, stepped.data, first, end));
  return stepped;
}

function stepRange(
  values: Float32Array,
  low: number,
  high: number,
  into: Float32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) into[at] = smoothstep(low, high, values[at] ?? 0);
}

/** The greater value of two planes of one size. */
export function mostOf(one: Plane, other: Plane): Plane {
  const most = emptyPlane(one.width, one.height);
  inRanges(one.data.length, (from, to) => takeMost(one.data, other.data, most.data, from, to));
  return most;
}

function takeMost(one: Float32Array, other: Float32Array, into: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) into[at] = Math.max(one[at] ?? 0, other[at] ?? 0);
}

export function product(one: Plane, other: Plane): Plane {
  const multiplied = emptyPlane(one.width, one.height);
  inRanges(one.data.length, (from, to) => multiply(one.data, other.data, multiplied.data, from, to));
  return multiplied;
}

function multiply(one: Float32Array, other: Float32Array, into: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) into[at] = (one[at] ?? 0) * (other[at] ?? 0);
}

/** `plane` where `other` is 0, nothing where it is 1. */
export function without(plane: Plane, other: Plane): Plane {
  const rest = emptyPlane(plane.width, plane.height);
  inRanges(plane.data.length, (from, to) => takeRest(plane.data, other.data, rest.data, from, to));
  return rest;
}

function takeRest(values: Float32Array, less: Float32Array, into: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) into[at] = (values[at] ?? 0) * (1 - (less[at] ?? 0));
}

interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function cropped(plane: Plane, { left, top, width, height }: Part): Plane {
  const part = emptyPlane(width, height);
  for (let y = 0; y < height; y += 1) {
    const from = (top + y) * plane.width + left;
    part.data.set(plane.data.subarray(from, from + width), y * width);
  }
  return part;
}

/** A copy of `plane` with `part` at its place. */
export function pasted(plane: Plane, part: Plane, { left, top }: Part): Plane {
  const whole = { ...plane, data: plane.data.slice() };
  for (let y = 0; y < part.height; y += 1) {
    whole.data.set(part.data.subarray(y * part.width, (y + 1) * part.width), (top + y) * plane.width + left);
  }
  return whole;
}

export type RowReader = (y: number, into: Float32Array) => void;

export function bilinearRows(plane: Plane, width: number, height: number): RowReader {
  if (isEmpty(plane)) return (_, into) => void into.fill(0, 0, width);
  const columns = positions(width, plane.width);
  const rows = positions(height, plane.height);
  const line = new Float32Array(plane.width + 1);
  return (y, into) => {
    mixRows(plane, rows.index[y] ?? 0, rows.share[y] ?? 0, line);
    stretchRow(line, columns, width, into);
  };
}

function mixRows({ width, height, data }: Plane, row: number, share: number, into: Float32Array): void {
  const upper = row * width;
  const lower = Math.min(height - 1, row + 1) * width;
  for (let x = 0; x < width; x += 1) {
    const above = data[upper + x] ?? 0;
    into[x] = above + ((data[lower + x] ?? 0) - above) * share;
  }
  into[width] = into[width - 1] ?? 0;
}

function stretchRow(line: Float32Array, { index, share }: Positions, width: number, into: Float32Array): void {
  for (let x = 0; x < width; x += 1) {
    const left = index[x] ?? 0;
    const value = line[left] ?? 0;
    into[x] = value + ((line[left + 1] ?? 0) - value) * (share[x] ?? 0);
  }
}

/** Rows of a plane enlarged to `size`, in one array that the next row overwrites. */
export function rowsOf(
  plane: Plane,
  { width, height }: { width: number; height: number },
): (y: number) => Float32Array {
  const read = bilinearRows(plane, width, height);
  const row = new Float32Array(width);
  return (y) => {
    read(y, row);
    return row;
  };
}

interface Positions {
  readonly index: Uint16Array;
  readonly share: Float32Array;
}

function positions(large: number, small: number): Positions {
  const index = new Uint16Array(large);
  const share = new Float32Array(large);
  for (let at = 0; at < large; at += 1) {
    const position = Math.min(small - 1, Math.max(0, ((at + 0.5) * small) / large - 0.5));
    index[at] = Math.floor(position);
    share[at] = position - Math.floor(position);
  }
  return { index, share };
}

/** 0 below `from`, 1 above `to`; reversed bounds fall. */
export function smoothstep(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

export function clamp(low: number, value: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** The upper of both middle values where their number is even; 0 without values. */
export const medianOf = (values: Iterable<number>): number => {
  const sorted = Float32Array.from(values).sort();
  return sorted[sorted.length >> 1] ?? 0;
};
