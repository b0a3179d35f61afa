import type { Photo } from "../work.ts";
import { clamp, emptyPlane, type Plane, rowsOf, smoothstep } from "../pixels/plane.ts";
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
  const rows = (plane: Plane) => rowsOf(plane, people);
  const read = {
    gain: rows(relief.gain),
    wrap: rows(relief.wrap),
    rim: rows(relief.rim),
    facing: rows(relief.facing),
    shade: shadow && rows(shadow),
    red: rows(channelOf(glow, 0)),
    green: rows(channelOf(glow, 1)),
    blue: rows(channelOf(glow, 2)),
  };
  const look = {
    light: lightOf(match),
    grain,
    noise: grainOf(coarse),
    // The people's own grain counts in part.
    added: Math.sqrt(Math.max(0, filmGrain ** 2 - (0.5 * grain) ** 2)),
    front: new Float32Array(3),
  };
  const lit = new Float32Array(width).fill(1);
  for (let y = 0; y < height; y += 1) {
    const row = {
      gain: read.gain(y),
      wrap: read.wrap(y),
      rim: read.rim(y),
      facing: read.facing(y),
      shade: read.shade?.(y) ?? lit,
      red: read.red(y),
      green: read.green(y),
      blue: read.blue(y),
    };
    composeRow(people, alpha.data, behind.data, y, row, look, out);
  }
  return { width, height, data: new Uint8Array(out.buffer) };
}

/** A row of the scene's light. */
type LightRow = Readonly<Record<"gain" | "wrap" | "rim" | "facing" | "shade" | "red" | "green" | "blue", Float32Array>>;

interface ComposedLook {
  readonly light: Light;
  /** Standard deviations of the grain over the scene, and of the grain that people get. */
  readonly grain: number;
  readonly added: number;
  readonly noise: Float32Array;
  /** Colour of one pixel of people. */
  readonly front: Float32Array;
}

function composeRow(
  { width, height, data }: Photo,
  alpha: Float32Array,
  behind: Uint8Array,
  y: number,
  row: LightRow,
  { light, grain, added, noise, front }: ComposedLook,
  out: Uint8ClampedArray,
): void {
  const down = (y / height - 0.5) * 2;
  for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
    const to = at * 3;
    const solid = alpha[at] ?? 0;
    const speck = speckAt(noise, x, y);
    const across = (x / width - 0.5) * 2;
    const corner = 1 - 0.11 * across * across * (0.3 + 0.7 * down * down) - 0.05 * down ** 4;
    const dim = (row.shade[x] ?? 1) * corner;
    if (solid > 0.004) relight(data, to, front, row, x, light);
    for (let channel = 0; channel < 3; channel += 1) {
      const back = (behind[to + channel] ?? 0) * dim + speck * grain;
      const fore = (front[channel] ?? 0) * corner + speck * added;
      out[to + channel] = solid > 0.004 ? back + (fore - back) * solid : back;
    }
  }
}

interface Light extends LightMatch {
  /** Bytes by which the scene lifts black, by channel. */
  readonly lifts: readonly number[];
}

function lightOf(match: LightMatch): Light {
  const darkLevel = 0.02 + brightness(...match.darkColour);
  return { ...match, lifts: match.darkColour.map((value) => 255 * match.lift * (0.4 + (0.6 * value) / darkLevel)) };
}

/** Writes the colour of a pixel of people, in the scene's light, into `front`. */
function relight(data: Uint8Array, at: number, front: Float32Array, row: LightRow, x: number, light: Light): void {
  const { lit, shaded, rim: rimColour, lifts, highlightCompression: hold, saturation } = light;
  const gain = row.gain[x] ?? 1;
  const red = lightOfByte[data[at] ?? 0] ?? 0;
  const green = lightOfByte[data[at + 1] ?? 0] ?? 0;
  const blue = lightOfByte[data[at + 2] ?? 0] ?? 0;
  const level = brightness(red, green, blue);
  const skin = skinOf(red, green, blue, level);
  const toKey = Math.min(1, Math.max(0, 0.35 + 0.65 * (row.facing[x] ?? 0) + 0.3 * (level - 0.2)));
  const tinted = 1 - skinHolds * skin;
  for (let channel = 0; channel < 3; channel += 1) {
    const own = channel === 0 ? red : channel === 1 ? green : blue;
    const tint = (shaded[channel] ?? 1) + ((lit[channel] ?? 1) - (shaded[channel] ?? 1)) * toKey;
    front[channel] = own * gain * (1 + (tint - 1) * tinted);
  }
  const grey = brightness(front[0] ?? 0, front[1] ?? 0, front[2] ?? 0);
  const colourful = saturation - Math.max(0, saturation - 0.97) * skin;
  const [rim, wrap] = [row.rim[x] ?? 0, row.wrap[x] ?? 0];
  for (let channel = 0; channel < 3; channel += 1) {
    const own = grey + ((front[channel] ?? 0) - grey) * colourful;
    let encoded = byteOfLight(own + rim * (rimColour[channel] ?? 1) * (0.1 + 0.6 * own));
    const low = 1 - encoded / 255;
    encoded += (lifts[channel] ?? 0) * low * low * low;
    if (encoded > 140) encoded -= hold * encoded * smoothstep(0.55, 1, encoded / 255);
    const around = (channel === 0 ? row.red[x] : channel === 1 ? row.green[x] : row.blue[x]) ?? 0;
    const beyond = around - encoded;
    front[channel] = encoded + beyond * wrap * (beyond > 0 ? 1 : 0.45);
  }
}

function skinOf(red: number, green: number, blue: number, level: number): number {
  if (!(red > green && green > blue * 0.8)) return 0;
  const ratio = red / (green + 0.004);
  return smoothstep(1.03, 1.22, ratio) * smoothstep(3.2, 2.2, ratio) * smoothstep(0.01, 0.05, level);
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
function grainOf(coarse: boolean): Float32Array {
  const table = tables.get(coarse) ?? throwDice(coarse);
  tables.set(coarse, table);
  return table;
}

function speckAt(table: Float32Array, x: number, y: number): number {
  return table[((y + (x >> 8) * acrossBlocks) & 255) * side + ((x + (y >> 8) * downBlocks) & 255)] ?? 0;
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
