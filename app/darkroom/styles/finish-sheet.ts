import { cubicRows } from "../pixels/cubic-rows.ts";
import type { Photo } from "../photo.ts";
import { writePixel } from "../pixels/write-pixel.ts";
import type { Painting, SheetRow } from "./painting.ts";

export interface Sheet {
  width: number;
  height: number;
  /** By how much the painting is too bright. */
  exposure: number;
  /** The photo the painting is laid over, and how much of it is covered, 0 to 1; null for a sheet of its own. */
  under: { photo: Photo; coverage: number } | null;
}

/** Enlarges a painting to the sheet, row by row, finishes it there, takes back its exposure, lays it over the photo. */
export function finishSheet(
  { width, height, exposure, under }: Sheet,
  { colour, finish }: Painting,
  onProgress: (share: number) => void,
): Photo {
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
    }
    if (under && under.coverage < 1) layOver(data, under.photo.data, to - width * 3, to, under.coverage);
    if (y % 100 === 0) onProgress(y / height);
  }
  onProgress(1);
  return { width, height, data };
}

function layOver(data: Uint8Array, photo: Uint8Array, from: number, end: number, coverage: number): void {
  for (let at = from; at < end; at += 1) {
    const own = photo[at] ?? 0;
    data[at] = own + ((data[at] ?? 0) - own) * coverage + 0.5;
  }
}
