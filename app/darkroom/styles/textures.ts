import { cubicRows, type RowReader } from "../pixels/cubic-rows.ts";
import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";

/** The side of a texture that repeats, in pixels of the sheet. */
const tileSide = 512;

/** Even random numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The tooth of paper: bumps of about `size` pixels, with mean 0 and standard deviation 1. Repeats without a seam. */
export function paperGrain(seed: number, size: number): Plane {
  return evenOut(smoothTile(noiseTile(seed), size));
}

/** Parallel pencil strokes of some `length` and `width` at an angle in degrees; mean 0, deviation 1. Repeats likewise. */
export function pencilHatch(seed: number, angle: number, length: number, width: number): Plane {
  const noise = smoothTile(noiseTile(seed), width);
  const hatch = emptyPlane(tileSide, tileSide);
  const stride = Math.max(1, width * 0.8);
  const [stepX, stepY] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  for (let y = 0, at = 0; y < tileSide; y += 1) {
    for (let x = 0; x < tileSide; x += 1, at += 1) {
      let sum = 0;
      for (let step = -length / 2; step <= length / 2; step += stride) {
        sum += noise.data[tileAt(Math.round(x + stepX * step), Math.round(y + stepY * step))] ?? 0;
      }
      hatch.data[at] = sum;
    }
  }
  return evenOut(hatch);
}

/** Where a pixel of the sheet lies in a tile. */
export function tileAt(x: number, y: number): number {
  return (y & (tileSide - 1)) * tileSide + (x & (tileSide - 1));
}

/** Soft clouds of about `size` pixels over a sheet, from -1 to 1, read row by row. */
export function clouds(seed: number, width: number, height: number, size: number): RowReader {
  const random = randomNumbers(seed);
  const coarse = emptyPlane(Math.ceil(width / size) + 2, Math.ceil(height / size) + 2);
  for (let at = 0; at < coarse.data.length; at += 1) coarse.data[at] = random() * 2 - 1;
  return cubicRows(coarse, width, height);
}

function noiseTile(seed: number): Plane {
  const random = randomNumbers(seed);
  const noise = emptyPlane(tileSide, tileSide);
  for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = random();
  return noise;
}

/** Blurs across the seams: the tile is surrounded by its own other ends. */
function smoothTile(tile: Plane, size: number): Plane {
  const sigma = size / 2.5;
  if (sigma < 0.4) return tile;
  const margin = Math.ceil(sigma * 3);
  const side = tileSide + 2 * margin;
  const padded = emptyPlane(side, side);
  for (let y = 0, at = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1, at += 1) padded.data[at] = tile.data[tileAt(x - margin, y - margin)] ?? 0;
  }
  const blurred = gaussianBlur(padded, sigma);
  const smooth = emptyPlane(tileSide, tileSide);
  for (let y = 0; y < tileSide; y += 1) {
    const from = (y + margin) * side + margin;
    smooth.data.set(blurred.data.subarray(from, from + tileSide), y * tileSide);
  }
  return smooth;
}

function evenOut(tile: Plane): Plane {
  const { data } = tile;
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  const deviation = Math.sqrt(data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length);
  return { ...tile, data: data.map((value) => (value - mean) / (deviation || 1)) };
}
