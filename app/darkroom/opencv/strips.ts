import { openCv } from "./opencv.ts";
import { type Size, withMats } from "./filters.ts";

export interface Layers extends Size {
  readonly depth: number;
  readonly data: Float32Array;
}

/** Enlarged layers of a whole photo take more memory than the photo. */
const stripRows = 128;

/**
 * Enlarges layers to `size` (bilinear) in strips. `draw` gets the first row, the row count and `depth` values per
 * pixel, valid during the call. At most four layers.
 */
export function drawInStrips(
  groups: readonly Layers[],
  { width, height }: Size,
  draw: (top: number, rows: number, strips: Float32Array[]) => void,
): void {
  const cv = openCv();
  const types = [cv.CV_32FC1, cv.CV_32FC2, cv.CV_32FC3, cv.CV_32FC4];
  withMats((keep) => {
    const sources = groups.map((layers) => {
      const mat = keep(new cv.Mat(layers.height, layers.width, types[layers.depth - 1] ?? cv.CV_32FC4));
      mat.data32F.set(layers.data);
      return mat;
    });
    for (let top = 0; top < height; top += stripRows) {
      const rows = Math.min(stripRows, height - top);
      withMats((hold) => {
        const strips = sources.map((source) => {
          const across = source.cols / width;
          const down = source.rows / height;
          const matrix = hold(
            cv.matFromArray(2, 3, cv.CV_64F, [across, 0, across / 2 - 0.5, 0, down, (top + 0.5) * down - 0.5]),
          );
          const strip = hold(new cv.Mat());
          const method = cv.INTER_LINEAR | cv.WARP_INVERSE_MAP;
          const place = new cv.Size(width, rows);
          cv.warpAffine(source, strip, matrix, place, method, cv.BORDER_REPLICATE, new cv.Scalar(0, 0, 0, 0));
          return strip;
        });
        // A growing WebAssembly memory detaches earlier views.
        draw(
          top,
          rows,
          strips.map((strip) => strip.data32F),
        );
      });
    }
  });
}

/** Mean over `2 * radius + 1` px squared; edges repeat. */
export function boxBlurLayers(layers: Layers, radius: number): Layers {
  const cv = openCv();
  const types = [cv.CV_32FC1, cv.CV_32FC2, cv.CV_32FC3, cv.CV_32FC4];
  const side = new cv.Size(2 * radius + 1, 2 * radius + 1);
  return withMats((keep) => {
    const from = keep(new cv.Mat(layers.height, layers.width, types[layers.depth - 1] ?? cv.CV_32FC4));
    from.data32F.set(layers.data);
    const out = keep(new cv.Mat());
    cv.boxFilter(from, out, -1, side, new cv.Point(-1, -1), true, cv.BORDER_REPLICATE);
    return { ...layers, data: out.data32F.slice() };
  });
}

/** Layers, and the place in them of each column and row of a photo. */
export interface EnlargedLayers extends Layers {
  readonly columns: Float32Array;
  readonly rows: Float32Array;
}

export function enlarged(layers: Layers, size: Size): EnlargedLayers {
  const columns = Float32Array.from({ length: size.width }, (_, x) => placeOf(x, size.width, layers.width));
  const rows = Float32Array.from({ length: size.height }, (_, y) => placeOf(y, size.height, layers.height));
  const { width, height, depth, data } = layers;
  return { width, height, depth, data, columns, rows };
}

/** Bilinear, for drawing few of a photo's pixels. */
export function readLayers(layers: EnlargedLayers, x: number, y: number, into: Float32Array): void {
  const { width, height, depth, data } = layers;
  const across = layers.columns[x] ?? 0;
  const down = layers.rows[y] ?? 0;
  const left = Math.floor(across);
  const top = Math.floor(down);
  const right = across - left;
  const bottom = down - top;
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
}

function placeOf(at: number, large: number, small: number): number {
  return Math.min(small - 1, Math.max(0, ((at + 0.5) * small) / large - 0.5));
}
