import { emptyPlane, type Plane } from "./plane.ts";

/**
 * The plane at a smaller size, each value the mean of four of those it stands for: enough for planes that are smooth or
 * of 0 and 1.
 */
export function shrinkPlane(plane: Plane, { width, height }: { width: number; height: number }): Plane {
  const small = emptyPlane(width, height);
  const columns = sampled(width, plane.width);
  const rows = sampled(height, plane.height);
  for (let y = 0; y < height; y += 1) {
    const upper = (rows[y * 2] ?? 0) * plane.width;
    const lower = (rows[y * 2 + 1] ?? 0) * plane.width;
    shrinkRow(plane.data, upper, lower, columns, small.data.subarray(y * width, (y + 1) * width));
  }
  return small;
}

function shrinkRow(data: Float32Array, upper: number, lower: number, columns: Uint16Array, into: Float32Array): void {
  for (let x = 0; x < into.length; x += 1) {
    const left = columns[x * 2] ?? 0;
    const right = columns[x * 2 + 1] ?? 0;
    const above = (data[upper + left] ?? 0) + (data[upper + right] ?? 0);
    into[x] = (above + (data[lower + left] ?? 0) + (data[lower + right] ?? 0)) / 4;
  }
}

/** Where along the large side the two samples of each small pixel lie. */
function sampled(small: number, large: number): Uint16Array {
  return Uint16Array.from({ length: small * 2 }, (_, at) => Math.floor(((at + 0.5) * large) / (small * 2)));
}
