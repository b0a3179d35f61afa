import { resizePlane } from "../opencv/filters.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";

/** 0 to 1, deterministic. */
export function randomAt(x: number, y: number, seed = 0): number {
  let mixed = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed + 1, 1274126177);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

export interface Noise {
  width: number;
  height: number;
  wave: number;
  seed: number;
  octaves?: number;
  /** Seamless; sizes must be multiples of `wave`. */
  tile?: boolean;
}

export function smoothNoise({ width, height, wave, seed, octaves = 1, tile = false }: Noise): Plane {
  const noise = emptyPlane(width, height);
  for (let octave = 0; octave < octaves; octave += 1) {
    const size = wave / 2 ** octave;
    addWaves(noise, size, 0.5 ** octave, latticeOf(noise, size, seed + octave, tile));
  }
  return noise;
}

/** Drawn at half size; the difference is not visible. */
export function clouds({ width, height, wave, ...rest }: Noise): Plane {
  const half = { width: Math.max(1, width >> 1), height: Math.max(1, height >> 1) };
  return resizePlane(smoothNoise({ ...half, wave: wave / 2, ...rest }), { width, height });
}

interface Lattice {
  columns: number;
  values: Float32Array;
}

function latticeOf({ width, height }: Plane, size: number, seed: number, tile: boolean): Lattice {
  const [columns, rows] = [Math.ceil(width / size) + 3, Math.ceil(height / size) + 3];
  const [aroundX, aroundY] = tile ? [Math.round(width / size), Math.round(height / size)] : [columns, rows];
  const values = new Float32Array(columns * rows);
  for (let at = 0; at < values.length; at += 1) {
    values[at] = randomAt((at % columns) % aroundX, Math.floor(at / columns) % aroundY, seed) * 2 - 1;
  }
  return { columns, values };
}

const eased = (share: number) => share * share * (3 - 2 * share);

function addWaves(noise: Plane, size: number, strength: number, { columns, values }: Lattice): void {
  const { width, height, data } = noise;
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / size);
    const down = eased(y / size - row);
    addWaveRow(data.subarray(y * width, (y + 1) * width), size, strength, down, values, row * columns, columns);
  }
}

function addWaveRow(
  into: Float32Array,
  size: number,
  strength: number,
  down: number,
  values: Float32Array,
  start: number,
  columns: number,
): void {
  for (let x = 0; x < into.length; x += 1) {
    const column = Math.floor(x / size);
    const across = eased(x / size - column);
    const here = start + column;
    const upper = (values[here] ?? 0) + ((values[here + 1] ?? 0) - (values[here] ?? 0)) * across;
    const below = here + columns;
    const lower = (values[below] ?? 0) + ((values[below + 1] ?? 0) - (values[below] ?? 0)) * across;
    into[x] = (into[x] ?? 0) + strength * (upper + (lower - upper) * down);
  }
}
