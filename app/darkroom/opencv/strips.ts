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
