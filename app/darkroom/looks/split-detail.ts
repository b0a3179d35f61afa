import { boxBlur, splineBlur } from "../opencv/filters.ts";
import { clamp, emptyPlane, inRanges, type Plane, smoothstep } from "../pixels/plane.ts";
import { noiseTones } from "./plan-look.ts";
import { quantile } from "./measure-tones.ts";

/** Luma without noise, split into smooth areas and sharpened detail. */
export interface Detail {
  readonly smooth: Plane;
  readonly fine: Plane;
  readonly noise: number;
  readonly softness: number;
  /** 0 to 1. */
  readonly crispness: number;
}

/** Finest first: noise relative to the finest, sharpening, edge strength. */
const bands = [
  { noise: 1, sharpen: 0.42, sharpenSoft: 0.6, edge: 0.035 },
  { noise: 0.62, sharpen: 0.25, sharpenSoft: 0.85, edge: 0.05 },
  { noise: 0.3, sharpen: 0, sharpenSoft: 0.1, edge: 0.06 },
  { noise: 0.17, sharpen: 0, sharpenSoft: 0, edge: 0.06 },
] as const;

const grain = 0.06;
/** Noise levels from which coarser bands are cleaned too. */
const [thirdFrom, fourthFrom] = [0.006, 0.014];

export function splitDetail(luma: Plane, lifts: Float32Array, blocks: number): Detail {
  const first = splitBand(luma, 1);
  const second = splitBand(first.below, 2);
  const tones = noiseOf(first.quiet, second.quiet);
  const lifted = tones.map((value, tone) => value * (lifts[tone] ?? 1));
  const noise = lifted.reduce((most, value) => Math.max(most, value), 0);
  const crispness = strongEdges(first.band);
  const softness = smoothstep(0.75, 0.4, crispness / Math.max(1e-4, strongEdges(second.band)));
  const restraint = (1 - 0.5 * blocks) * (1 - 0.55 * smoothstep(0.1, 0.19, crispness));
  const treatment = { tones, next: second.quiet, lifts, noisy: lifted.map((value) => smoothstep(0.003, 0.009, value)) };
  const fine = first.band;
  const treat = ({ band, below }: Pick<Band, "band" | "below">, scale: number) => {
    const { sharpen = 0, sharpenSoft = 0 } = bands[scale] ?? {};
    const amount = (sharpen + sharpenSoft * softness) * restraint;
    treatBand(band, below, { ...treatment, scale, amount, isNoisy: noise > 0.003 }, fine);
  };
  treat({ band: first.band, below: second.below }, 0);
  treat(second, 1);
  if (noise < thirdFrom && blocks < 0.2) return { smooth: second.below, fine, noise, softness, crispness };
  const third = splitBand(second.below, 4);
  treat(third, 2);
  if (noise < fourthFrom) return { smooth: third.below, fine, noise, softness, crispness };
  const fourth = splitBand(third.below, 8);
  treat(fourth, 3);
  return { smooth: fourth.below, fine, noise, softness, crispness };
}

interface Band {
  readonly band: Plane;
  readonly below: Plane;
  readonly quiet: Quiet;
}

function splitBand(plane: Plane, step: number): Band {
  const below = splineBlur(plane, step);
  const quiet = quietBlocks(plane, below);
  inRanges(plane.data.length, (from, to) => subtract(plane.data, below.data, from, to));
  return { band: plane, below, quiet };
}

function subtract(values: Float32Array, less: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) values[at] = (values[at] ?? 0) - (less[at] ?? 0);
}

interface Treatment {
  readonly scale: number;
  readonly amount: number;
  readonly isNoisy: boolean;
  /** Per tone: noise, its weight, and the later gain. */
  readonly tones: Float32Array;
  readonly noisy: Float32Array;
  readonly lifts: Float32Array;
  readonly next: Quiet;
}

function treatBand(band: Plane, below: Plane, treatment: Treatment, fine: Plane): void {
  const { scale, amount, isNoisy, tones, noisy, lifts, next } = treatment;
  const { noise: share, edge: edgeFrom } = bands[scale] ?? bands[3];
  const power = isNoisy ? powerOf(band, scale + 2) : null;
  // Noise weakens at coarser scales.
  const sigmas = tones.map((value, tone) => (scale === 0 ? value : Math.min(share * value, next.tones[tone] ?? 0)));
  const floors = sigmas.map((sigma, tone) => (1.6 + 0.4 * ((lifts[tone] ?? 1) - 1)) * sigma * sigma);
  const certain = sigmas.map((sigma) => 0.4 / (sigma + 0.0012));
  const treated = { floors, noisy, certain, amount, perEdge: 1 / edgeFrom, isFirst: scale === 0 };
  inRanges(band.data.length, (from, to) => {
    treatRange(band.data, below.data, power && power.data, treated, fine.data, from, to);
  });
}

/** Values per tone, and the sharpening. */
interface Treated {
  readonly floors: Float32Array;
  readonly noisy: Float32Array;
  readonly certain: Float32Array;
  readonly amount: number;
  readonly perEdge: number;
  readonly isFirst: boolean;
}

function treatRange(
  band: Float32Array,
  below: Float32Array,
  power: Float32Array | null,
  { floors, noisy, certain, amount, perEdge, isFirst }: Treated,
  fine: Float32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const value = band[at] ?? 0;
    const under = below[at] ?? 0;
    const tone = under <= 0 ? 0 : under >= 1 ? noiseTones - 1 : Math.floor(under * noiseTones);
    const calm = noisy[tone] ?? 0;
    let kept = 1;
    let strength = value < 0 ? -value : value;
    if (power) {
      const local = Math.max(1e-9, power[at] ?? 0);
      const shrunk = 1 - (floors[tone] ?? 0) / local;
      kept = 1 - calm * (1 - (shrunk > grain ? shrunk : grain));
      strength = Math.sqrt(local);
    }
    const certainty = strength * (certain[tone] ?? 0) - 0.48;
    let sharpened = 0;
    if (certainty > 0) {
      const edge = strength * perEdge;
      sharpened = (amount * (certainty < 1 ? certainty : 1) * (1 - 0.6 * calm)) / (1 + edge * edge);
    }
    const result = value * kept * (1 + sharpened);
    fine[at] = isFirst ? result : (fine[at] ?? 0) + result;
  }
}

function powerOf(band: Plane, radius: number): Plane {
  const squares = emptyPlane(band.width, band.height);
  inRanges(squares.data.length, (from, to) => square(band.data, squares.data, from, to));
  return boxBlur(squares, radius);
}

function square(values: Float32Array, into: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) into[at] = (values[at] ?? 0) ** 2;
}

export interface Quiet {
  readonly overall: number;
  readonly tones: Float32Array;
}

const blockSide = 8;
const leastBlocks = 40;

/** The quietest blocks of a band hold only noise. */
function quietBlocks(plane: Plane, blurred: Plane): Quiet {
  const { width, height } = plane;
  const every = Math.max(blockSide, Math.round(Math.sqrt(width * height) / 110));
  const levels = Array.from({ length: noiseTones }, (): number[] => []);
  const all: number[] = [];
  const block = new Float64Array(2);
  for (let top = 0; top + blockSide <= height; top += every) {
    for (let left = 0; left + blockSide <= width; left += every) {
      measureBlock(plane, blurred, top * width + left, block);
      const tone = (block[0] ?? 0) / blockSide ** 2;
      if (tone < 0.02 || tone > 0.96) continue;
      const spread = Math.sqrt((block[1] ?? 0) / blockSide ** 2);
      levels[Math.floor(clamp(0, tone, 0.999) * noiseTones)]?.push(spread);
      all.push(spread);
    }
  }
  const quietest = (spreads: number[]) => (quantile(spreads, 0.03) ?? 0) * 1.25;
  const overall = quietest(all);
  const known = withoutFabric(levels.map((spreads) => (spreads.length >= leastBlocks ? quietest(spreads) : null)));
  return {
    overall,
    tones: Float32Array.from(known, (value, at) => value ?? known[at - 1] ?? known[at + 1] ?? overall),
  };
}

/** Sums of the tone and of the band's squares in a block. */
function measureBlock({ width, data }: Plane, blurred: Plane, start: number, sums: Float64Array): void {
  let [tones, squares] = [0, 0];
  for (let row = start; row < start + blockSide * width; row += width) {
    for (let at = row; at < row + blockSide; at += 1) {
      const below = blurred.data[at] ?? 0;
      const band = (data[at] ?? 0) - below;
      tones += below;
      squares += band * band;
    }
  }
  sums[0] = tones;
  sums[1] = squares;
}

/** Tones down to the next known one, and the largest ratio to it. Black has no noise. */
const [downTo, mostOfDarker] = [2, 3];

/** Noise weakens with the tone or grows gradually; embroidery and lace are far above the noise of darker areas. */
function withoutFabric(known: readonly (number | null)[]): (number | null)[] {
  const limited: (number | null)[] = [];
  for (const [at, value] of known.entries()) {
    const darker = limited.slice(Math.max(1, at - downTo), at).findLast((other) => other !== null);
    limited.push(value === null || darker === undefined ? value : Math.min(value, mostOfDarker * (darker ?? value)));
  }
  return limited;
}

/** Finest band over the next: noise is finer than texture. Sharpened foliage reaches 1.9, sensor noise 2 to 4. */
const [surelyTexture, surelyNoise] = [1.8, 2.2];
/** More than this in the quietest blocks is texture, unless it is as fine as noise. */
const mostUnproven = 0.0035;

/** Noise per tone in the finest band. */
function noiseOf(fine: Quiet, next: Quiet): Float32Array {
  const isNoise = (value: number, below: number) =>
    smoothstep(surelyTexture, surelyNoise, value / Math.max(1e-5, below));
  const trust = fine.overall > mostUnproven ? isNoise(fine.overall, next.overall) : 1;
  const overall = Math.min(fine.overall, mostUnproven + 0.05 * trust);
  return fine.tones.map((value, tone) => {
    const proven = trust * isNoise(value, next.tones[tone] ?? 0);
    return Math.min(value, overall * (1.2 + 3 * proven) + 0.03 * proven, 0.05);
  });
}

function strongEdges({ data }: Plane): number {
  const bins = new Uint32Array(512);
  const every = 3;
  inRanges(Math.ceil(data.length / every), (from, to) => countEdges(data, every, bins, from, to));
  let seen = 0;
  for (let bin = 511; bin >= 0; bin -= 1) {
    seen += bins[bin] ?? 0;
    if (seen > (data.length / every) * 0.01) return bin / 2048;
  }
  return 0;
}

function countEdges(data: Float32Array, every: number, bins: Uint32Array, from: number, to: number): void {
  for (let at = from * every; at < to * every; at += every) {
    const bin = Math.min(511, Math.floor(Math.abs(data[at] ?? 0) * 2048));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
}
