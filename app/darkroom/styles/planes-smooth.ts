import { softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { inRanges, type Plane, product } from "../pixels/plane.ts";

export interface Smoothing {
  reach: number;
  range: number;
  rounds?: number;
  edgeWeight?: Plane;
}

const chromaWeight = 1.6;
const [stepsOfDistance, perStep] = [4096, 16];

/**
 * Domain transform (Gastal and Oliveira, 2011). A blurred guide removes texture too (rolling guidance: Zhang and
 * others, 2014).
 */
export function smoothGuided(
  colour: LumaChroma,
  guide: LumaChroma,
  { reach, range, rounds = 3, edgeWeight }: Smoothing,
): LumaChroma {
  const { across, down } = distances(guide, reach / range, edgeWeight);
  const { luma, blueness, redness } = copyColour(colour);
  const values = { one: luma.data, two: blueness.data, three: redness.data };
  const power = new Float32Array(stepsOfDistance);
  for (let round = 0; round < rounds; round += 1) {
    const sigma = (reach * Math.sqrt(3) * 2 ** (rounds - round - 1)) / Math.sqrt(4 ** rounds - 1);
    for (let step = 0; step < stepsOfDistance; step += 1)
      power[step] = Math.exp((-Math.SQRT2 / sigma) * (step / perStep));
    const { width } = luma;
    for (let row = 0; row < across.length; row += width) {
      spreadForward(values, across, power, row + 1, row + width, 1);
      spreadBackward(values, across, power, row + 1, row + width, 1);
    }
    for (let row = width; row < down.length; row += width) {
      spreadForward(values, down, power, row, row + width, width);
    }
    for (let row = down.length - width; row >= width; row -= width) {
      spreadBackward(values, down, power, row, row + width, width);
    }
  }
  return { luma, blueness, redness };
}

export function blurColour({ luma, blueness, redness }: LumaChroma, sigma: number): LumaChroma {
  return { luma: softBlur(luma, sigma), blueness: softBlur(blueness, sigma), redness: softBlur(redness, sigma) };
}

/** The mean of a plane over `mask` nearby; `reach` in canvas px. Without a mask nearby it is 0. */
export function meansOver(mask: Plane, reach: number): (plane: Plane) => Plane {
  const amount = softBlur(mask, reach);
  return (plane) => {
    const sum = softBlur(product(mask, plane), reach);
    inRanges(sum.data.length, (from, to) => divide(sum.data, amount.data, from, to));
    return sum;
  };
}

function divide(sums: Float32Array, amounts: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) sums[at] = (sums[at] ?? 0) / ((amounts[at] ?? 0) + 1e-3);
}

export function mixColours(one: LumaChroma, other: LumaChroma, share: (at: number) => number): LumaChroma {
  const mixed = copyColour(one);
  const [luma, blueness, redness] = [mixed.luma.data, mixed.blueness.data, mixed.redness.data];
  const [toLuma, toBlue, toRed] = [other.luma.data, other.blueness.data, other.redness.data];
  for (let at = 0; at < luma.length; at += 1) {
    const here = share(at);
    if (here === 0) continue;
    luma[at] = (luma[at] ?? 0) + ((toLuma[at] ?? 0) - (luma[at] ?? 0)) * here;
    blueness[at] = (blueness[at] ?? 0) + ((toBlue[at] ?? 0) - (blueness[at] ?? 0)) * here;
    redness[at] = (redness[at] ?? 0) + ((toRed[at] ?? 0) - (redness[at] ?? 0)) * here;
  }
  return mixed;
}

const copy = (plane: Plane): Plane => ({ ...plane, data: plane.data.slice() });

export function copyColour({ luma, blueness, redness }: LumaChroma): LumaChroma {
  return { luma: copy(luma), blueness: copy(blueness), redness: copy(redness) };
}

/** Distances as indices into the table of powers. */
function distances({ luma, blueness, redness }: LumaChroma, perRange: number, edgeWeight: Plane | undefined) {
  const { width, data } = luma;
  const [blue, red] = [blueness.data, redness.data];
  const [across, down] = [new Uint16Array(data.length), new Uint16Array(data.length)];
  const weights = edgeWeight && edgeWeight.data;
  const guide = { one: data, two: blue, three: red };
  inRanges(data.length, (from, to) => {
    measureSteps(guide, 1, { perRange, weights }, across, Math.max(1, from), to);
    measureSteps(guide, width, { perRange, weights }, down, Math.max(width, from), to);
  });
  return { across, down };
}

const mostSteps = stepsOfDistance - 1;

/** Distances to the pixels `stride` before. */
function measureSteps(
  { one, two, three }: Values,
  stride: number,
  { perRange, weights }: { perRange: number; weights: Float32Array | undefined },
  steps: Uint16Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const before = at - stride;
    const weight = weights ? perRange * (weights[at] ?? 1) : perRange;
    const chroma = Math.abs((two[at] ?? 0) - (two[before] ?? 0)) + Math.abs((three[at] ?? 0) - (three[before] ?? 0));
    const distance = 1 + weight * (Math.abs((one[at] ?? 0) - (one[before] ?? 0)) + chromaWeight * chroma);
    steps[at] = Math.min(mostSteps, distance * perStep);
  }
}

interface Values {
  readonly one: Float32Array;
  readonly two: Float32Array;
  readonly three: Float32Array;
}

function spreadForward(
  values: Values,
  distance: Uint16Array,
  power: Float32Array,
  first: number,
  end: number,
  stride: number,
): void {
  for (let at = first; at < end; at += 1) approach(values, at, at - stride, power[distance[at] ?? 0] ?? 0);
}

function spreadBackward(
  values: Values,
  distance: Uint16Array,
  power: Float32Array,
  first: number,
  end: number,
  stride: number,
): void {
  for (let at = end - 1; at >= first; at -= 1) approach(values, at - stride, at, power[distance[at] ?? 0] ?? 0);
}

/** Moves three values at one place towards those at another. */
function approach({ one, two, three }: Values, at: number, other: number, share: number): void {
  const ownOne = one[at] ?? 0;
  const ownTwo = two[at] ?? 0;
  const ownThree = three[at] ?? 0;
  one[at] = ownOne + share * ((one[other] ?? 0) - ownOne);
  two[at] = ownTwo + share * ((two[other] ?? 0) - ownTwo);
  three[at] = ownThree + share * ((three[other] ?? 0) - ownThree);
}
