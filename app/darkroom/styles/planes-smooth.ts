import { softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { mapPlane, type Plane } from "../pixels/plane.ts";

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
  const [luma, blueness, redness] = [copy(colour.luma), copy(colour.blueness), copy(colour.redness)];
  const values = { one: luma.data, two: blueness.data, three: redness.data };
  const power = new Float32Array(stepsOfDistance);
  for (let round = 0; round < rounds; round += 1) {
    const sigma = (reach * Math.sqrt(3) * 2 ** (rounds - round - 1)) / Math.sqrt(4 ** rounds - 1);
    for (let step = 0; step < stepsOfDistance; step += 1)
      power[step] = Math.exp((-Math.SQRT2 / sigma) * (step / perStep));
    for (let row = 0; row < across.length; row += luma.width)
      run(values, across, power, [row + 1, row + luma.width, 1]);
    run(values, down, power, [luma.width, down.length, luma.width]);
  }
  return { luma, blueness, redness };
}

export function blurColour({ luma, blueness, redness }: LumaChroma, sigma: number): LumaChroma {
  return { luma: softBlur(luma, sigma), blueness: softBlur(blueness, sigma), redness: softBlur(redness, sigma) };
}

/** The mean of values over `mask` nearby; `reach` in canvas px. Without a mask nearby it is 0. */
export function meansOver(mask: Plane, reach: number): (value: (at: number) => number) => Plane {
  const amount = softBlur(mask, reach);
  return (value) => {
    const sum = softBlur(
      mapPlane(mask, (own, at) => (own > 0 ? own * value(at) : 0)),
      reach,
    );
    return mapPlane(sum, (own, at) => own / ((amount.data[at] ?? 0) + 1e-3));
  };
}

export function mixColours(one: LumaChroma, other: LumaChroma, share: (at: number) => number): LumaChroma {
  const mixed = { luma: copy(one.luma), blueness: copy(one.blueness), redness: copy(one.redness) };
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

const copy = ({ width, height, data }: Plane): Plane => ({ width, height, data: data.slice() });

/** Distances as indices into the table of powers. */
function distances({ luma, blueness, redness }: LumaChroma, perRange: number, edgeWeight: Plane | undefined) {
  const { width, data } = luma;
  const [blue, red] = [blueness.data, redness.data];
  const [across, down] = [new Uint16Array(data.length), new Uint16Array(data.length)];
  const most = stepsOfDistance - 1;
  for (let at = 1; at < data.length; at += 1) {
    const weight = edgeWeight ? perRange * (edgeWeight.data[at] ?? 1) : perRange;
    const ownLuma = data[at] ?? 0;
    const ownBlue = blue[at] ?? 0;
    const ownRed = red[at] ?? 0;
    const left = at - 1;
    const besideChroma = Math.abs(ownBlue - (blue[left] ?? 0)) + Math.abs(ownRed - (red[left] ?? 0));
    const beside = 1 + weight * (Math.abs(ownLuma - (data[left] ?? 0)) + chromaWeight * besideChroma);
    across[at] = Math.min(most, beside * perStep);
    const above = at - width;
    if (above < 0) continue;
    const aboveChroma = Math.abs(ownBlue - (blue[above] ?? 0)) + Math.abs(ownRed - (red[above] ?? 0));
    const upright = 1 + weight * (Math.abs(ownLuma - (data[above] ?? 0)) + chromaWeight * aboveChroma);
    down[at] = Math.min(most, upright * perStep);
  }
  return { across, down };
}

interface Values {
  readonly one: Float32Array;
  readonly two: Float32Array;
  readonly three: Float32Array;
}

/** One loop, both ways, for three planes with the same distances; arrays would cost an allocation per pixel. */
function run({ one, two, three }: Values, distance: Uint16Array, power: Float32Array, [first, end, stride]: Run): void {
  for (let at = first; at < end; at += 1) {
    const share = power[distance[at] ?? 0] ?? 0;
    const from = at - stride;
    const ownOne = one[at] ?? 0;
    const ownTwo = two[at] ?? 0;
    const ownThree = three[at] ?? 0;
    one[at] = ownOne + share * ((one[from] ?? 0) - ownOne);
    two[at] = ownTwo + share * ((two[from] ?? 0) - ownTwo);
    three[at] = ownThree + share * ((three[from] ?? 0) - ownThree);
  }
  for (let at = end - 1; at >= first; at -= 1) {
    const share = power[distance[at] ?? 0] ?? 0;
    const to = at - stride;
    const ownOne = one[to] ?? 0;
    const ownTwo = two[to] ?? 0;
    const ownThree = three[to] ?? 0;
    one[to] = ownOne + share * ((one[at] ?? 0) - ownOne);
    two[to] = ownTwo + share * ((two[at] ?? 0) - ownTwo);
    three[to] = ownThree + share * ((three[at] ?? 0) - ownThree);
  }
}

type Run = readonly [first: number, end: number, stride: number];
