import { cubicRows } from "../cubic-rows.ts";
import type { Photo } from "../photo.ts";
import { writePixel } from "../write-pixel.ts";
import type { Painting, SheetRow } from "./painting.ts";

/**
 * Enlarges a painting to the sheet, row by row, finishes it there, takes back its exposure, and lays it over the photo by
 * `coverage`.
 */
export function finishSheet(
  photo: Photo,
  { colour, finish }: Painting,
  { exposure, coverage }: { exposure: number; coverage: number },
  onProgress: (share: number) => void,
): Photo {
  const { width, height } = photo;
  const data = new Uint8Array(width * height * 3);
  const readLuma = cubicRows(colour.luma, width, height);
  const readBlueness = cubicRows(colour.blueness, width, height);
  const readRedness = cubicRows(colour.redness, width, height);
  const line = () => new Float32Array(width);
  const row: SheetRow = { y: 0, luma: line(), blueness: line(), redness: line() };
  const dim = 1 / exposure;
  for (let y = 0, to = 0; y < height; y += 1) {
    row.y = y;
    readLuma(y, row.luma);
    readBlueness(y, row.blueness);
    readRedness(y, row.redness);
    finish(row);
    for (let x = 0; x < width; x += 1, to += 3) {
      writePixel(data, to, (row.luma[x] ?? 0) * dim, (row.blueness[x] ?? 0) * dim, (row.redness[x] ?? 0) * dim);
      layOver(data, photo.data, to, coverage);
      layOver(data, photo.data, to + 1, coverage);
      layOver(data, photo.data, to + 2, coverage);
    }
    if (y % 100 === 0) onProgress(y / height);
  }
  onProgress(1);
  return { width, height, data };
}

function layOver(data: Uint8Array, photo: Uint8Array, at: number, coverage: number): void {
  const own = photo[at] ?? 0;
  data[at] = own + ((data[at] ?? 0) - own) * coverage + 0.5;
}
