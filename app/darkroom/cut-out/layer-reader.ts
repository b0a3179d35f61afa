import type { Size } from "../opencv/filters.ts";
import type { Layers } from "../opencv/strips.ts";

export type LayerReader = (x: number, y: number, into: Float32Array) => void;

/** Bilinear, for drawing few of a photo's pixels. */
export function layerReader({ width, height, depth, data }: Layers, size: Size): LayerReader {
  const columns = Float32Array.from({ length: size.width }, (_, x) => placeOf(x, size.width, width));
  const rows = Float32Array.from({ length: size.height }, (_, y) => placeOf(y, size.height, height));
  return (x, y, into) => {
    const [across, down] = [columns[x] ?? 0, rows[y] ?? 0];
    const [left, top] = [Math.floor(across), Math.floor(down)];
    const [right, bottom] = [across - left, down - top];
    const here = (top * width + left) * depth;
    const beside = left + 1 < width ? depth : 0;
    const below = top + 1 < height ? width * depth : 0;
    for (let layer = 0; layer < depth; layer += 1) {
      const at = here + layer;
      const upper = (data[at] ?? 0) + ((data[at + beside] ?? 0) - (data[at] ?? 0)) * right;
      const under = data[at + below] ?? 0;
      const lower = under + ((data[at + below + beside] ?? 0) - under) * right;
      into[layer] = upper + (lower - upper) * bottom;
    }
  };
}

function placeOf(at: number, large: number, small: number): number {
  return Math.min(small - 1, Math.max(0, ((at + 0.5) * small) / large - 0.5));
}
