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

export function mapPlane({ width, height, data }: Plane, value: (own: number, at: number) => number): Plane {
  const mapped = emptyPlane(width, height);
  for (let at = 0; at < data.length; at += 1) mapped.data[at] = value(data[at] ?? 0, at);
  return mapped;
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
    const upper = (rows.index[y] ?? 0) * plane.width;
    const lower = Math.min(plane.height - 1, (rows.index[y] ?? 0) + 1) * plane.width;
    const down = rows.share[y] ?? 0;
    for (let x = 0; x < plane.width; x += 1) {
      const above = plane.data[upper + x] ?? 0;
      line[x] = above + ((plane.data[lower + x] ?? 0) - above) * down;
    }
    line[plane.width] = line[plane.width - 1] ?? 0;
    for (let x = 0; x < width; x += 1) {
      const left = columns.index[x] ?? 0;
      const value = line[left] ?? 0;
      into[x] = value + ((line[left + 1] ?? 0) - value) * (columns.share[x] ?? 0);
    }
  };
}

function positions(large: number, small: number): { index: Uint16Array; share: Float32Array } {
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
