import type { Photo } from "../work.ts";
import { bilinearRows, clamp, emptyPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { brightness, byteOfLight, lightOfByte } from "./tones.ts";
import type { LightMatch } from "./match-light.ts";
import type { Relief } from "./relief.ts";
import { boxBlur } from "../opencv/filters.ts";

export interface Composition {
  readonly people: Photo;
  readonly alpha: Plane;
  readonly behind: Photo;
  readonly glow: Photo;
  readonly match: LightMatch;
  readonly relief: Relief;
  readonly shadow: Plane | null;
  /** Standard deviation, 0 to 255. */
  readonly grain: number;
  readonly coarse: boolean;
}

const skinHolds = 0.42;
const filmGrain = 1.3;

/** Relights people for the scene, with one grain and vignette over both. */
export function compose({ people, alpha, behind, glow, match, relief, shadow, grain, coarse }: Composition): Photo {
  const { width, height } = people;
  const out = new Uint8ClampedArray(width * height * 3);
  const rows = (plane: Plane) => rowsOf(plane, width, height);
  const read = {
    stops: rows(relief.stops),
    wrap: rows(relief.wrap),
    rim: rows(relief.rim),
    facing: rows(relief.facing),
    shade: shadow && rows(shadow),
    glow: [0, 1, 2].map((channel) => rows(channelOf(glow, channel))),
  };
  const noise = grainOf(coarse);
  // The people's own grain counts in part.
  const added = Math.sqrt(Math.max(0, filmGrain ** 2 - (0.5 * grain) ** 2));
  const paint = pixelPainter(match);
  const around = new Float32Array(3);
  const front = new Float32Array(3);
  for (let y = 0, at = 0; y < height; y += 1) {
    const stops = read.stops(y);
    const wrap = read.wrap(y);
    const rim = read.rim(y);
    const facing = read.facing(y);
    const shade = read.shade?.(y);
    const [red, green, blue] = read.glow.map((row) => row(y));
    const down = (y / height - 0.5) * 2;
    for (let x = 0; x < width; x += 1, at += 1) {
      const to = at * 3;
      const solid = alpha.data[at] ?? 0;
      const speck = noise(x, y);
      const across = (x / width - 0.5) * 2;
      const corner = 1 - 0.11 * across * across * (0.3 + 0.7 * down * down) - 0.05 * down ** 4;
      const dim = (shade ? (shade[x] ?? 1) : 1) * corner;
      if (solid > 0.004) {
        around[0] = red?.[x] ?? 0;
        around[1] = green?.[x] ?? 0;
        around[2] = blue?.[x] ?? 0;
        paint(people.data, to, front, around, stops[x] ?? 0, facing[x] ?? 0, rim[x] ?? 0, wrap[x] ?? 0);
      }
      for (let channel = 0; channel < 3; channel += 1) {
        const back = (behind.data[to + channel] ?? 0) * dim + speck * grain;
        const fore = (front[channel] ?? 0) * corner + speck * added;
        out[to + channel] = solid > 0.004 ? back + (fore - back) * solid : back;
      }
    }
  }
  return { width, height, data: new Uint8Array(out.buffer) };
}

type Painter = (
  data: Uint8Array,
  at: number,
  front: Float32Array,
  around: Float32Array,
  stop: number,
  facing: number,
  rim: number,
  wrap: number,
) => void;

function pixelPainter({
  lit,
  shaded,
  rim: rimColour,
  lift,
  darkColour,
  highlightCompression: hold,
  saturation,
}: LightMatch): Painter {
  const darkLevel = 0.02 + brightness(...darkColour);
  const lifts = darkColour.map((value) => 255 * lift * (0.4 + (0.6 * value) / darkLevel));
  return (data, at, front, around, stop, facing, rim, wrap) => {
    const gain = 2 ** stop;
    const red = lightOfByte[data[at] ?? 0] ?? 0;
    const green = lightOfByte[data[at + 1] ?? 0] ?? 0;
    const blue = lightOfByte[data[at + 2] ?? 0] ?? 0;
    const level = brightness(red, green, blue);
    const skin = skinOf(red, green, blue, level);
    const toKey = Math.min(1, Math.max(0, 0.35 + 0.65 * facing + 0.3 * (level - 0.2)));
    const tinted = 1 - skinHolds * skin;
    for (let channel = 0; channel < 3; channel += 1) {
      const own = channel === 0 ? red : channel === 1 ? green : blue;
      const tint = (shaded[channel] ?? 1) + ((lit[channel] ?? 1) - (shaded[channel] ?? 1)) * toKey;
      front[channel] = own * gain * (1 + (tint - 1) * tinted);
    }
    const grey = brightness(front[0] ?? 0, front[1] ?? 0, front[2] ?? 0);
    const colourful = saturation - Math.max(0, saturation - 0.97) * skin;
    for (let channel = 0; channel < 3; channel += 1) {
      const light = grey + ((front[channel] ?? 0) - grey) * colourful;
      let encoded = byteOfLight(light + rim * (rimColour[channel] ?? 1) * (0.1 + 0.6 * light));
      const low = 1 - encoded / 255;
      encoded += (lifts[channel] ?? 0) * low * low * low;
      if (encoded > 140) encoded -= hold * encoded * smoothstep(0.55, 1, encoded / 255);
      const beyond = (around[channel] ?? 0) - encoded;
      front[channel] = encoded + beyond * wrap * (beyond > 0 ? 1 : 0.45);
    }
  };
}

function skinOf(red: number, green: number, blue: number, level: number): number {
  if (!(red > green && green > blue * 0.8)) return 0;
  const ratio = red / (green + 0.004);
  return smoothstep(1.03, 1.22, ratio) * smoothstep(3.2, 2.2, ratio) * smoothstep(0.01, 0.05, level);
}

function rowsOf(plane: Plane, width: number, height: number): (y: number) => Float32Array {
  const read = bilinearRows(plane, width, height);
  const row = new Float32Array(width);
  return (y) => {
    read(y, row);
    return row;
  };
}

function channelOf({ width, height, data }: Photo, channel: number): Plane {
  const plane = emptyPlane(width, height);
  for (let at = 0; at < plane.data.length; at += 1) plane.data[at] = data[at * 3 + channel] ?? 0;
  return plane;
}

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
function grainOf(coarse: boolean): (x: number, y: number) => number {
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
