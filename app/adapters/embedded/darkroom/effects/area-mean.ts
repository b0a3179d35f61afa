import { emptyPlane, type Plane } from "./photo.ts";

interface Shares {
  /** The small pixel each large one falls into, and how much of it; the rest falls into the next. */
  target: Int32Array;
  share: Float32Array;
}

/** A plane shrunk to `width` × `height`, each pixel the exact mean of the area it covers, parts of pixels included. */
export function areaMean(plane: Plane, width: number, height: number): Plane {
  const small = emptyPlane(width, height);
  const columns = sharesFor(plane.width, width);
  const rows = sharesFor(plane.height, height);
  const covered = (width / plane.width) * (height / plane.height);
  const line = new Float32Array(width + 1);
  for (let y = 0; y < plane.height; y += 1) {
    line.fill(0);
    for (let x = 0, from = y * plane.width; x < plane.width; x += 1, from += 1) {
      const to = columns.target[x] ?? 0;
      const value = plane.data[from] ?? 0;
      const part = value * (columns.share[x] ?? 0);
      line[to] = (line[to] ?? 0) + part;
      line[to + 1] = (line[to + 1] ?? 0) + value - part;
    }
    const row = rows.target[y] ?? 0;
    const share = rows.share[y] ?? 0;
    addRow(small, row, line, share * covered);
    if (share < 1) addRow(small, row + 1, line, (1 - share) * covered);
  }
  return small;
}

function addRow({ width, height, data }: Plane, row: number, line: Float32Array, share: number): void {
  if (row >= height) return;
  for (let x = 0, at = row * width; x < width; x += 1, at += 1) data[at] = (data[at] ?? 0) + (line[x] ?? 0) * share;
}

function sharesFor(large: number, small: number): Shares {
  const target = new Int32Array(large);
  const share = new Float32Array(large);
  const scale = small / large;
  for (let at = 0; at < large; at += 1) {
    const index = Math.min(small - 1, Math.floor(at * scale + 1e-9));
    target[at] = index;
    share[at] = Math.min(1, (index + 1 - at * scale) / scale);
  }
  return { target, share };
}
