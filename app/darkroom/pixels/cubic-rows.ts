import type { Plane } from "./plane.ts";

/** Writes one row of the enlarged plane. */
export type RowReader = (y: number, into: Float32Array) => void;

interface Taps {
  /** The first of each pixel's four neighbours, and their weights. */
  first: Int32Array;
  weights: Float32Array;
}

/**
 * A plane stretched to `width` × `height` by Catmull-Rom splines, one row at a time, so that a large picture needs no
 * large planes. Rows are cheapest in order.
 */
export function cubicRows(plane: Plane, width: number, height: number): RowReader {
  const columns = tapsFor(width, plane.width);
  const rows = tapsFor(height, plane.height);
  // One pixel repeated before and two after the row, so that the taps need no bounds.
  const padded = new Float32Array(plane.width + 4);
  return (y, into) => {
    blendRows(plane, rows, y, padded);
    for (let x = 0, tap = 0; x < width; x += 1, tap += 4) {
      const at = columns.first[x] ?? 0;
      into[x] =
        (columns.weights[tap] ?? 0) * (padded[at] ?? 0) +
        (columns.weights[tap + 1] ?? 0) * (padded[at + 1] ?? 0) +
        (columns.weights[tap + 2] ?? 0) * (padded[at + 2] ?? 0) +
        (columns.weights[tap + 3] ?? 0) * (padded[at + 3] ?? 0);
    }
  };
}

function blendRows({ width, height, data }: Plane, { first, weights }: Taps, y: number, padded: Float32Array): void {
  const rowAt = (tap: number) => Math.min(height - 1, Math.max(0, (first[y] ?? 0) + tap - 1)) * width;
  const [row0, row1, row2, row3] = [rowAt(0), rowAt(1), rowAt(2), rowAt(3)];
  const weightAt = (tap: number) => weights[y * 4 + tap] ?? 0;
  const [weight0, weight1, weight2, weight3] = [weightAt(0), weightAt(1), weightAt(2), weightAt(3)];
  for (let x = 0; x < width; x += 1) {
    padded[x + 1] =
      weight0 * (data[row0 + x] ?? 0) +
      weight1 * (data[row1 + x] ?? 0) +
      weight2 * (data[row2 + x] ?? 0) +
      weight3 * (data[row3 + x] ?? 0);
  }
  padded[0] = padded[1] ?? 0;
  padded.fill(padded[width] ?? 0, width + 1);
}

function tapsFor(large: number, small: number): Taps {
  const first = new Int32Array(large);
  const weights = new Float32Array(large * 4);
  for (let at = 0; at < large; at += 1) {
    const position = Math.min(small - 1, Math.max(0, ((at + 0.5) * small) / large - 0.5));
    const index = Math.floor(position);
    const t = position - index;
    first[at] = index;
    weights[at * 4] = ((2 - t) * t - 1) * t * 0.5;
    weights[at * 4 + 1] = ((3 * t - 5) * t * t + 2) * 0.5;
    weights[at * 4 + 2] = ((4 - 3 * t) * t + 1) * t * 0.5;
    weights[at * 4 + 3] = (t - 1) * t * t * 0.5;
  }
  return { first, weights };
}
