import { boxBlur } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { clamp, emptyPlane, type Plane } from "../pixels/plane.ts";

export function measureGrain({ width, height, data }: Photo, alpha: Plane): number {
  const found: number[] = [];
  for (let y = 4; y < height - 4; y += 7) {
    for (let x = 4; x < width - 4; x += 7) {
      const at = y * width + x;
      if ((alpha.data[at] ?? 0) < 1) continue;
      const green = (pixel: number) => data[pixel * 3 + 1] ?? 0;
      const around = green(at - 2) + green(at + 2) + green(at - 2 * width) + green(at + 2 * width);
      found.push(Math.abs(green(at) - around / 4));
    }
  }
  found.sort((one, other) => one - other);
  return clamp(1.1, (found[Math.floor(found.length * 0.3)] ?? 1) * 2.2, 4.5);
}

const side = 256;
const [acrossBlocks, downBlocks] = [97, 61];

const tables = new Map<boolean, Float32Array>();

/** Standard deviation 1, deterministic; `coarse` for enlarged photos. */
export function grainOf(coarse: boolean): (x: number, y: number) => number {
  const table = tables.get(coarse) ?? throwDice(coarse);
  tables.set(coarse, table);
  return (x, y) => table[((y + (x >> 8) * acrossBlocks) & 255) * side + ((x + (y >> 8) * downBlocks) & 255)] ?? 0;
}

function throwDice(coarse: boolean): Float32Array {
  let seed = 12345;
  const next = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const dice = emptyPlane(side, side);
  for (let at = 0; at < dice.data.length; at += 1) dice.data[at] = next() + next() + next() - 1.5;
  const { data } = coarse ? boxBlur(dice, 1) : dice;
  const deviation = Math.sqrt(data.reduce((sum, value) => sum + value * value, 0) / data.length);
  return data.map((value) => value / deviation);
}
