import { bilinearRows } from "../pixels/plane.ts";
import { type Region, shrinkWithin, type Size } from "../opencv/filters.ts";
import type { Plane } from "../pixels/plane.ts";
import { chromaTo, writePixel } from "../pixels/luma-chroma.ts";
import type { Photo } from "../work.ts";
import type { ColourRow } from "./planes-shapes.ts";
import type { Seen } from "./seeing.ts";
import { smoothNoise } from "./planes-noise.ts";

/** The arrays are reused for each row. Without a plane they stay 0. */
export function sheetReader(seen: Seen, planes: readonly (Plane | null)[]): (y: number) => readonly Float32Array[] {
  const { width, height } = seen.sheet;
  const readers = planes.map((plane) => ({
    read: plane && bilinearRows(plane, width, height),
    row: new Float32Array(width),
  }));
  return (y) =>
    readers.map(({ read, row }) => {
      read?.(y, row);
      return row;
    });
}

/** RGBA at its place on the sheet. */
export interface Overlay extends Region {
  readonly data: Uint8Array;
}

/** `paintRow` fills luma, blueness, redness. Below full strength the photo shows through, mostly on faces. */
export function paintSheet(
  seen: Seen,
  strength: number,
  paintRow: (y: number, into: ColourRow) => void,
  overlay: Overlay | null = null,
): Photo {
  const { width, height, data: photo } = seen.sheet;
  const data = new Uint8Array(width * height * 3);
  const row = new Float32Array(width * 3);
  const focusRows = bilinearRows(seen.focus, width, height);
  const focus = new Float32Array(width);
  for (let y = 0; y < height; y += 1) {
    paintRow(y, row);
    const from = y * width * 3;
    writePixels(row, data, from);
    if (overlay) layOver(data, overlay, from, y);
    if (strength < 1) {
      focusRows(y, focus);
      showThrough(data, photo, { from, focus, strength });
    }
  }
  return { width, height, data };
}

function writePixels(row: ColourRow, data: Uint8Array, start: number): void {
  for (let from = 0, to = start; from < row.length; from += 3, to += 3) {
    writePixel(data, to, row[from] ?? 0, row[from + 1] ?? 0, row[from + 2] ?? 0);
  }
}

function layOver(data: Uint8Array, overlay: Overlay, from: number, y: number): void {
  const row = y - overlay.top;
  if (row < 0 || row >= overlay.height) return;
  const first = row * overlay.width * 4;
  for (let x = 0, over = first, at = from + overlay.left * 3; x < overlay.width; x += 1, over += 4, at += 3) {
    const alpha = overlay.data[over + 3] ?? 0;
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const own = data[at + channel] ?? 0;
      data[at + channel] = own + (((overlay.data[over + channel] ?? 0) - own) * alpha) / 255 + 0.5;
    }
  }
}

function coverage(strength: number, focus: number): number {
  return Math.max(0, strength * (1.35 - 0.35 * strength) - 0.3 * focus * strength * (1 - strength));
}

function showThrough(
  data: Uint8Array,
  photo: Uint8Array,
  { from, focus, strength }: { from: number; focus: Float32Array; strength: number },
): void {
  for (let x = 0, at = from; x < focus.length; x += 1) {
    const share = coverage(strength, focus[x] ?? 0);
    for (let channel = 0; channel < 3; channel += 1, at += 1) {
      const own = photo[at] ?? 0;
      data[at] = own + ((data[at] ?? 0) - own) * share + 0.5;
    }
  }
}

/** Heights of -1 to 1, seamless. */
export interface PaperTooth {
  readonly side: number;
  readonly data: Float32Array;
}

const bumpsAcross = 64;

/** `bump` in px. */
export function paperTooth(bump: number, seed: number): PaperTooth {
  const wave = Math.max(1, Math.round(bump));
  const side = wave * bumpsAcross;
  const octaves = Math.min(3, 1 + Math.floor(Math.log2(wave)));
  return { side, data: smoothNoise({ width: side, height: side, wave, seed, octaves, tile: true }).data };
}

export const toothRow = ({ side }: PaperTooth, y: number): number => (y % side) * side;

/** Px; paint is soft enough to be enlarged from this size. */
const largestSheet = 1440;

/** `sheetUnit`: px per 1/1600 of the longer side. */
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

/** Paints from small planes, row by row. `cover`: 0 to 1. */
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
  for (let y = 0; y < height; y += 1) {
    for (const [name, read] of readers) read(y, rows[name]);
    paintRow(y, rows, row);
    coverRow(row, data, y * width * 3, cover, painted);
  }
  return { width, height, data: new Uint8Array(painted.buffer) };
}

function coverRow(row: PaintedRow, photo: Uint8Array, start: number, cover: number, painted: Uint8ClampedArray): void {
  for (let x = 0, to = start; x < row.luma.length; x += 1, to += 3) {
    const luma = row.luma[x] ?? 0;
    const blue = row.blueness[x] ?? 0;
    const red = row.redness[x] ?? 0;
    const green = luma + chromaTo.greenFromBlue * blue + chromaTo.greenFromRed * red;
    painted[to] = over(255 * (luma + chromaTo.red * red), photo[to] ?? 0, cover);
    painted[to + 1] = over(255 * green, photo[to + 1] ?? 0, cover);
    painted[to + 2] = over(255 * (luma + chromaTo.blue * blue), photo[to + 2] ?? 0, cover);
  }
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
