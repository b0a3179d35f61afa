import { softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { emptyPlane, mapPlane, type Plane } from "../pixels/plane.ts";

export interface Smoothing {
  /** How far colours run into each other, in pixels. */
  reach: number;
  /** The step of colour that counts as an edge, in luma (0 to 1). */
  range: number;
  rounds?: number;
  /** How much an edge counts at each place: above 1 keeps more detail, below 1 less. */
  hold?: Plane;
}

/** How much a step of colour counts beside one of luma. */
const chromaWeight = 1.6;
/** Powers are looked up for distances in sixteenths, up to this many. */
const [stepsOfDistance, perStep] = [4096, 16];

/**
 * Flattens a colour while the edges of `guide` stay: the recursive filter of Gastal and Oliveira (Domain Transform for
 * Edge-Aware Image Processing, 2011). A blurred guide removes texture as well (rolling guidance: Zhang and others,
 * 2014). All planes have one size.
 */
export function smoothGuided(
  colour: LumaChroma,
  guide: LumaChroma,
  { reach, range, rounds = 3, hold }: Smoothing,
): LumaChroma {
  const { across, down } = distances(guide, reach / range, hold);
  const [luma, blueness, redness] = [copy(colour.luma), copy(colour.blueness), copy(colour.redness)];
  const power = new Float32Array(stepsOfDistance);
  for (let round = 0; round < rounds; round += 1) {
    const sigma = (reach * Math.sqrt(3) * 2 ** (rounds - round - 1)) / Math.sqrt(4 ** rounds - 1);
    for (let step = 0; step < stepsOfDistance; step += 1)
      power[step] = Math.exp((-Math.SQRT2 / sigma) * (step / perStep));
    runRows([luma.data, blueness.data, redness.data], across, luma.width, power);
    runColumns([luma.data, blueness.data, redness.data], down, luma.width, power);
  }
  return { luma, blueness, redness };
}

/** Each plane of a colour blurred like a Gaussian of `sigma` pixels. */
export function blurColour({ luma, blueness, redness }: LumaChroma, sigma: number): LumaChroma {
  return { luma: softBlur(luma, sigma), blueness: softBlur(blueness, sigma), redness: softBlur(redness, sigma) };
}

/** Each plane of a colour, changed place by place. */
export function mapColour(
  { luma, blueness, redness }: LumaChroma,
  value: (own: number, at: number, plane: "luma" | "blueness" | "redness") => number,
): LumaChroma {
  return {
    luma: mapPlane(luma, (own, at) => value(own, at, "luma")),
    blueness: mapPlane(blueness, (own, at) => value(own, at, "blueness")),
    redness: mapPlane(redness, (own, at) => value(own, at, "redness")),
  };
}

/** One colour over another: `share` is 0 for `one` and 1 for `other`. */
export function mixColours(one: LumaChroma, other: LumaChroma, share: (at: number) => number): LumaChroma {
  return mapColour(one, (own, at, plane) => own + ((other[plane].data[at] ?? 0) - own) * share(at));
}

const copy = ({ width, height, data }: Plane): Plane => ({ width, height, data: data.slice() });

function distances({ luma, blueness, redness }: LumaChroma, perRange: number, hold: Plane | undefined) {
  const { width, height, data } = luma;
  const [blue, red] = [blueness.data, redness.data];
  const [across, down] = [emptyPlane(width, height).data, emptyPlane(width, height).data];
  const difference = (one: number, other: number) =>
    Math.abs((data[one] ?? 0) - (data[other] ?? 0)) +
    chromaWeight * (Math.abs((blue[one] ?? 0) - (blue[other] ?? 0)) + Math.abs((red[one] ?? 0) - (red[other] ?? 0)));
  for (let at = 0; at < data.length; at += 1) {
    const weight = perRange * (hold ? (hold.data[at] ?? 1) : 1);
    if (at > 0) across[at] = 1 + weight * difference(at, at - 1);
    if (at >= width) down[at] = 1 + weight * difference(at, at - width);
  }
  return { across, down };
}

type Values = readonly [Float32Array, Float32Array, Float32Array];

/** Moves the value at `to` towards the one at `from` by a share. */
function pull([one, two, three]: Values, from: number, to: number, share: number): void {
  const [first, second, third] = [one[to] ?? 0, two[to] ?? 0, three[to] ?? 0];
  one[to] = first + share * ((one[from] ?? 0) - first);
  two[to] = second + share * ((two[from] ?? 0) - second);
  three[to] = third + share * ((three[from] ?? 0) - third);
}

function runRows(values: Values, across: Float32Array, width: number, power: Float32Array): void {
  const shareAt = (at: number) => power[Math.min(stepsOfDistance - 1, ((across[at] ?? 0) * perStep) | 0)] ?? 0;
  for (let row = 0; row < across.length; row += width) {
    for (let at = row + 1; at < row + width; at += 1) pull(values, at - 1, at, shareAt(at));
    for (let at = row + width - 2; at >= row; at -= 1) pull(values, at + 1, at, shareAt(at + 1));
  }
}

/** Row after row, so that memory is read in order. */
function runColumns(values: Values, down: Float32Array, width: number, power: Float32Array): void {
  const shareAt = (at: number) => power[Math.min(stepsOfDistance - 1, ((down[at] ?? 0) * perStep) | 0)] ?? 0;
  for (let at = width; at < down.length; at += 1) pull(values, at - width, at, shareAt(at));
  for (let at = down.length - width - 1; at >= 0; at -= 1) pull(values, at + width, at, shareAt(at + width));
}
