import { isEmpty, type Plane } from "./plane.ts";

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
