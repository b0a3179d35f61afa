import type { Photo } from "../work.ts";
import { bilinearRows, clamp, type Plane, smoothstep } from "../pixels/plane.ts";
import { encodedOf, linearOf, lumaOf } from "../pixels/colour.ts";
import type { EyeWhite, Skin } from "./measure-faces.ts";
import { skinLine } from "./true-skin.ts";

interface Tint {
  readonly red: number;
  readonly blue: number;
}

export interface Cast {
  readonly tint: Tint;
  readonly trust: number;
  /** Linear gains that remove the tint and keep luma. */
  readonly gains: readonly [red: number, green: number, blue: number];
}

interface Guess extends Tint {
  readonly weight: number;
}

/** A stronger magenta comes from coloured lamps and stays. */
const mostMagenta = 0.1;

/**
 * Combines four estimates: Shades of Gray (Finlayson, Trezzi, 2004), Gray Edge (van de Weijer, Gevers, 2007) and two
 * climbs to the densest greys. Trust grows with their agreement; skin and eye whites limit it.
 */
export function measureCast(small: Photo, skin: Skin | null, eyeWhite: EyeWhite | null): Cast {
  const { colours, powerMean, edges } = gather(small);
  const fromNeutral = climb(colours, { red: 0, blue: 0 });
  const fromMean = climb(colours, powerMean);
  const guesses: Guess[] = [
    { ...powerMean, weight: 0.25 },
    { ...edges, weight: 0.5 },
    { ...fromNeutral.tint, weight: 0.04 + 2.5 * fromNeutral.share },
    { ...fromMean.tint, weight: 0.04 + 2.5 * fromMean.share },
  ];
  const total = guesses.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (of: (guess: Guess) => number) =>
    guesses.reduce((sum, guess) => sum + of(guess) * guess.weight, 0) / total;
  const tint = withoutMagenta({ red: mean(({ red }) => red), blue: mean(({ blue }) => blue) });
  const spread = Math.sqrt(mean((guess) => distance(guess, tint) ** 2));
  const trust = trustIn(tint, spread, distance(edges, tint), colours);
  const bySkin = skin ? trustBySkin(trust, tint, skin) : trust;
  return castOf(tint, eyeWhite ? Math.min(bySkin, mostByEyes(tint, eyeWhite)) : bySkin);
}

function castOf(tint: Tint, trust: number): Cast {
  const [red, blue] = [2 ** (-trust * tint.red), 2 ** (-trust * tint.blue)];
  const level = lumaOf(red, 1, blue);
  return { tint, trust, gains: [red / level, 1 / level, blue / level] };
}

const distance = (one: Tint, other: Tint) => Math.hypot(one.red - other.red, one.blue - other.blue);

/** Light varies from blue to yellow or green; removing magenta would tint a party green. */
function withoutMagenta({ red, blue }: Tint): Tint {
  const excess = Math.max(0, red + blue - mostMagenta) / 2;
  return { red: red - excess, blue: blue - excess };
}

/** Warm light stays in part; a cool tint counts only without neutral areas. */
function trustIn(tint: Tint, spread: number, offEdges: number, colours: Float32Array): number {
  const size = Math.hypot(tint.red, tint.blue);
  const share = shareNear(colours, tint);
  const neutral = shareNear(colours, { red: 0, blue: 0 });
  const isWarm = tint.red > 0 && tint.blue < 0;
  const likely = isWarm
    ? 0.6 + 0.2 * smoothstep(0.25, 0.5, share)
    : 0.8 * smoothstep(0.9, 0.45, neutral / Math.max(1e-6, share));
  return (
    likely *
    smoothstep(0.6, 0.2, spread / (1 + size)) *
    smoothstep(0.5, 0.2, offEdges / (1 + 0.5 * size)) *
    smoothstep(0.03, 0.2, share) *
    smoothstep(0.04, 0.16, size)
  );
}

/** Doublings of red against green in skin. */
const leastRed = 0.35;

/** Limit for skin without the other estimates. */
const mostBySkinAlone = 0.5;

function trustBySkin(trust: number, tint: Tint, skin: Skin): number {
  const off = (share: number) =>
    skin.blueStops - share * tint.blue - skinLine.slope * (skin.redStops - share * tint.red);
  const wanted = clamp(skinLine.leastOff, off(0), skinLine.mostOff);
  const move = off(0) - off(1);
  let believed = trust;
  if (Math.abs(move) > 0.02) {
    const needed = clamp(0, (off(0) - wanted) / move, 1);
    if (needed > 0) believed = Math.max(0.35 * trust, Math.min(needed * 0.9, trust + mostBySkinAlone));
    else believed = trust * (Math.abs(off(1)) > Math.abs(off(0)) ? 0.15 : 0.5);
  }
  const redLeft = skin.redStops - believed * tint.red;
  if (redLeft >= leastRed || tint.red <= 0) return believed;
  return clamp(0, (skin.redStops - leastRed) / tint.red, believed);
}

const eyesBluest = 0.06;

function mostByEyes(tint: Tint, eyes: EyeWhite): number {
  const byBlue = tint.blue < -0.02 ? (eyes.blueStops - eyesBluest) / tint.blue : 1;
  const byRed = tint.red > 0.02 ? (eyes.redStops + eyesBluest) / tint.red : 1;
  return clamp(0, Math.min(byBlue, byRed), 1);
}

/** Clipped levels say nothing about the light. */
const [leastLevel, mostLevel] = [18, 250];
const power = 5;

function gather({ width, height, data }: Photo) {
  const colours = new Float32Array(((width * height * 3) >> 2) + 3);
  const shades = [0, 0, 0];
  const steps = [0, 0, 0];
  let count = 0;
  for (let y = 1; y < height; y += 2) {
    for (let x = 1; x < width; x += 2) {
      const at = (y * width + x) * 3;
      const r = data[at] ?? 0;
      const g = data[at + 1] ?? 0;
      const b = data[at + 2] ?? 0;
      const most = Math.max(r, g, b);
      if (most > mostLevel || most < leastLevel) continue;
      for (let channel = 0; channel < 3; channel += 1) {
        const light = linearOf[data[at + channel] ?? 0] ?? 0;
        const left = linearOf[data[at - 3 + channel] ?? 0] ?? 0;
        const above = linearOf[data[at - width * 3 + channel] ?? 0] ?? 0;
        shades[channel] = (shades[channel] ?? 0) + light ** power;
        steps[channel] = (steps[channel] ?? 0) + (Math.abs(light - left) + Math.abs(light - above)) ** 2;
      }
      if (Math.min(r, g, b) <= 3) continue;
      const red = linearOf[r] ?? 0;
      const green = linearOf[g] ?? 0;
      const blue = linearOf[b] ?? 0;
      colours[count] = Math.log2(red / green);
      colours[count + 1] = Math.log2(blue / green);
      colours[count + 2] = Math.sqrt(lumaOf(red, green, blue));
      count += 3;
    }
  }
  return { colours: colours.subarray(0, count), powerMean: tintOf(shades, power), edges: tintOf(steps, 2) };
}

function tintOf([red = 0, green = 0, blue = 0]: number[], exponent: number): Tint {
  const against = (sum: number) => Math.log2((sum + 1e-9) / (green + 1e-9)) / exponent;
  return { red: against(red), blue: against(blue) };
}

const climbs = 8;
/** Doublings: search radius, wide to close. */
const [widest, closest] = [0.5, 0.22];

function climb(colours: Float32Array, start: Tint): { tint: Tint; share: number } {
  let tint = start;
  for (let round = 0; round <= climbs; round += 1) {
    tint = greysAround(colours, tint, widest - ((widest - closest) * round) / climbs).centre;
  }
  return { tint, share: shareNear(colours, tint) };
}

const shareNear = (colours: Float32Array, tint: Tint) => greysAround(colours, tint, closest).share;

function greysAround(colours: Float32Array, tint: Tint, reach: number): { centre: Tint; share: number } {
  let [seen, all, red, blue] = [0, 0, 0, 0];
  for (let at = 0; at < colours.length; at += 3) {
    const r = colours[at] ?? 0;
    const b = colours[at + 1] ?? 0;
    const brightness = colours[at + 2] ?? 0;
    const off = ((r - tint.red) ** 2 + (b - tint.blue) ** 2) / (reach * reach);
    all += brightness;
    if (off > 4) continue;
    const weight = Math.exp(-off) * brightness;
    seen += weight;
    red += r * weight;
    blue += b * weight;
  }
  if (seen === 0) return { centre: tint, share: 0 };
  return { centre: { red: red / seen, blue: blue / seen }, share: seen / all };
}

/** 0 to 1; another lamp lit the areas that are neutral already: removing the cast would turn a white shirt cyan. */
export function castOn({ tint }: Cast, red: number, green: number, blue: number): number {
  const size = tint.red * tint.red + tint.blue * tint.blue;
  if (size < 1e-6) return 1;
  const along =
    Math.log2((red + 0.002) / (green + 0.002)) * tint.red + Math.log2((blue + 0.002) / (green + 0.002)) * tint.blue;
  return smoothstep(-0.2, 0.6, along / size);
}

const leastCorrection = 0.02;
/** Levels: a primary may be clipped above `endsFrom`, and surely is `endsWithin` levels higher. */
const [endsFrom, endsWithin] = [232, 16];

/** Removes the cast by its share in `castMap` (0 to 1, any size). Clipped areas become white, not green. */
export function neutralise(photo: Photo, { tint, trust, gains }: Cast, castMap: Plane): Photo {
  if (trust * Math.hypot(tint.red, tint.blue) < leastCorrection) return photo;
  const { width, height, data } = photo;
  const [ofRed, ofGreen, ofBlue] = gains.map((gain) => changeBy(gain));
  if (!ofRed || !ofGreen || !ofBlue) return photo;
  const out = new Uint8Array(data.length);
  const shares = new Float32Array(width);
  const read = bilinearRows(castMap, width, height);
  for (let y = 0; y < height; y += 1) {
    read(y, shares);
    neutraliseRow(data, y * width * 3, shares, { ofRed, ofGreen, ofBlue }, out);
  }
  return { width, height, data: out };
}

/** Changes per level. */
interface Changes {
  readonly ofRed: Float32Array;
  readonly ofGreen: Float32Array;
  readonly ofBlue: Float32Array;
}

function neutraliseRow(
  data: Uint8Array,
  start: number,
  shares: Float32Array,
  { ofRed, ofGreen, ofBlue }: Changes,
  out: Uint8Array,
): void {
  for (let x = 0, at = start; x < shares.length; x += 1, at += 3) {
    const share = shares[x] ?? 0;
    const r = data[at] ?? 0;
    const g = data[at + 1] ?? 0;
    const b = data[at + 2] ?? 0;
    const green = g + (ofGreen[g] ?? 0) * share;
    let red = r + (ofRed[r] ?? 0) * share;
    let blue = b + (ofBlue[b] ?? 0) * share;
    if (r > endsFrom && red < green) red += (Math.min(r, green) - red) * Math.min(1, (r - endsFrom) / endsWithin);
    if (b > endsFrom && blue < green) blue += (Math.min(b, green) - blue) * Math.min(1, (b - endsFrom) / endsWithin);
    out[at] = red > 254.5 ? 255 : red + 0.5;
    out[at + 1] = green > 254.5 ? 255 : green + 0.5;
    out[at + 2] = blue > 254.5 ? 255 : blue + 0.5;
  }
}

function changeBy(gain: number): Float32Array {
  return linearOf.map((light, level) => encodedOf(light * gain) * 255 - level);
}
