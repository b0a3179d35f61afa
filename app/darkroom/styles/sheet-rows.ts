import { shrinkWithin, type Size } from "../opencv/filters.ts";
import { bilinearRows } from "../pixels/bilinear-rows.ts";
import { chromaTo } from "../pixels/luma-chroma.ts";
import type { Plane } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import type { Seen } from "./seeing.ts";

/** Px: paint is soft enough to be enlarged from here. */
const largestSheet = 1440;

/** Also px per 1/1600 of the longer side. */
export function sheetToPaint({ sheet, sheetUnit }: Seen): { sheet: Photo; sheetUnit: number } {
  const painted = shrinkWithin(sheet, largestSheet);
  return { sheet: painted, sheetUnit: (sheetUnit * painted.width) / sheet.width };
}

export type Rows<Name extends string> = Readonly<Record<Name, Float32Array>>;

export interface PaintedRow {
  readonly luma: Float32Array;
  readonly blueness: Float32Array;
  readonly redness: Float32Array;
}

/** From small planes, row by row. `cover`: 0 to 1. */
export function paintRows<Name extends string>(
  sheet: Photo,
  planes: Readonly<Record<Name, Plane>>,
  cover: number,
  paintRow: (y: number, rows: Rows<Name>, into: PaintedRow) => void,
): Photo {
  const { width, height, data } = sheet;
  const readers = (Object.entries(planes) as [Name, Plane][]).map(
    ([name, plane]) => [name, bilinearRows(plane, width, height)] as const,
  );
  const rows = Object.fromEntries(readers.map(([name]) => [name, new Float32Array(width)])) as Record<
    Name,
    Float32Array
  >;
  const row: PaintedRow = lineOf({ width, height });
  const painted = new Uint8ClampedArray(data.length);
  for (let y = 0, to = 0; y < height; y += 1) {
    for (const [name, read] of readers) read(y, rows[name]);
    paintRow(y, rows, row);
    for (let x = 0; x < width; x += 1, to += 3) {
      const luma = row.luma[x] ?? 0;
      const blue = row.blueness[x] ?? 0;
      const red = row.redness[x] ?? 0;
      painted[to] = over(255 * (luma + chromaTo.red * red), data[to] ?? 0, cover);
      painted[to + 1] = over(
        255 * (luma + chromaTo.greenFromBlue * blue + chromaTo.greenFromRed * red),
        data[to + 1] ?? 0,
        cover,
      );
      painted[to + 2] = over(255 * (luma + chromaTo.blue * blue), data[to + 2] ?? 0, cover);
    }
  }
  return { width, height, data: new Uint8Array(painted.buffer) };
}

const lineOf = ({ width }: Size): PaintedRow => ({
  luma: new Float32Array(width),
  blueness: new Float32Array(width),
  redness: new Float32Array(width),
});

function over(paint: number, photo: number, cover: number): number {
  const clamped = paint < 0 ? 0 : paint > 255 ? 255 : paint;
  return photo + (clamped - photo) * cover;
}
