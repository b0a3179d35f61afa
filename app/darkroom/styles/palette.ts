import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { inRanges, medianOf } from "../pixels/plane.ts";
import { randomAt } from "./planes-noise.ts";

export type Shade = readonly [number, number, number];

/** Each face's skin has its own shades, because the mean of two people fits neither. */
export const firstSkin = 3;
export const mostSkins = 12;
const otherKinds = ["background", "subject", "hair"] as const;
export type KindOfPlace = (typeof otherKinds)[number] | "skin";

export interface Palette {
  readonly palette: readonly Shade[];
  readonly kinds: readonly KindOfPlace[];
  /** 0 background, 1 subject, 2 hair, from `firstSkin` on one for each face. */
  readonly groups: readonly number[];
  readonly labels: Uint8Array;
}

/** k-means (k-means++: Arthur and Vassilvitskii, 2007). */
const rounds = 9;
const mostSamples = 9000;
/** Least weight of lightness, so that the shades of one skin are steps of light, not of blush or coloured lamps. */
const leastToneOfSkin = 2;

export function paletteOf(
  { luma, blueness, redness }: LumaChroma,
  groupAt: Uint8Array,
  { shades, tone }: { shades: Record<KindOfPlace, number>; tone: number },
): Palette {
  const colour = { luma: luma.data, blueness: blueness.data, redness: redness.data };
  const skinTone = Math.max(tone, leastToneOfSkin);
  const palette: Shade[] = [];
  const kinds: KindOfPlace[] = [];
  const groups: number[] = [];
  const firsts: number[] = [];
  for (const [group, places] of samplesOfGroups(groupAt, luma.width).entries()) {
    const kind = otherKinds[group] ?? "skin";
    firsts.push(palette.length);
    const known = kind === "skin" ? withoutPaleFabric(colour, places) : places;
    for (const shade of shadesFor({ ...colour, tone: group < firstSkin ? tone : skinTone }, known, shades[kind])) {
      palette.push(shade);
      kinds.push(kind);
      groups.push(group);
    }
  }
  firsts.push(palette.length);
  const labels = new Uint8Array(groupAt.length);
  const shadesOfGroups = { flat: Float32Array.from(palette.flat()), firsts, tone, skinTone };
  inRanges(labels.length, (from, to) => label(colour, groupAt, shadesOfGroups, labels, from, to));
  return { palette, kinds, groups, labels };
}

interface ShadesOfGroups {
  /** Three values per shade. */
  readonly flat: Float32Array;
  readonly firsts: readonly number[];
  readonly tone: number;
  readonly skinTone: number;
}

function label(
  colour: Omit<Colours, "tone">,
  groupAt: Uint8Array,
  { flat, firsts, tone, skinTone }: ShadesOfGroups,
  labels: Uint8Array,
  start: number,
  end: number,
): void {
  for (let at = start; at < end; at += 1) {
    const group = groupAt[at] ?? 0;
    let best = 0;
    let least = Infinity;
    const from = firsts[group] ?? 0;
    const to = firsts[group + 1] ?? 0;
    const ownTone = group < firstSkin ? tone : skinTone;
    for (let shade = from; shade < to; shade += 1) {
      const lumaApart = (colour.luma[at] ?? 0) - (flat[shade * 3] ?? 0);
      const blueApart = (colour.blueness[at] ?? 0) - (flat[shade * 3 + 1] ?? 0);
      const redApart = (colour.redness[at] ?? 0) - (flat[shade * 3 + 2] ?? 0);
      const far = ownTone * lumaApart * lumaApart + 4 * (blueApart * blueApart + redApart * redApart);
      if (far >= least) continue;
      best = shade;
      least = far;
    }
    labels[at] = best;
  }
}

/** Factors of the skin's own luma and saturation. */
const [muchLighter, leastSaturation] = [1.5, 0.55];

/** Leaves out samples much lighter and paler than deep skin, such as a cream shirt, which would become its light. */
function withoutPaleFabric({ luma, blueness, redness }: Omit<Colours, "tone">, places: readonly number[]): number[] {
  const saturationAt = (at: number) => Math.hypot(blueness[at] ?? 0, redness[at] ?? 0) / ((luma[at] ?? 0) + 0.05);
  const [ownLuma, ownSaturation] = [medianOf(places.map((at) => luma[at] ?? 0)), medianOf(places.map(saturationAt))];
  const isSkin = (at: number) =>
    (luma[at] ?? 0) < muchLighter * ownLuma || saturationAt(at) > leastSaturation * ownSaturation;
  return places.filter(isSkin);
}

interface Colours {
  readonly luma: Float32Array;
  readonly blueness: Float32Array;
  readonly redness: Float32Array;
  readonly tone: number;
}

function samplesOfGroups(groupAt: Uint8Array, width: number): number[][] {
  const counts = new Uint32Array(firstSkin + mostSkins);
  inRanges(groupAt.length, (from, to) => count(groupAt, counts, from, to));
  const steps = counts.map((places) => Math.max(1, Math.floor(places / mostSamples)));
  const seen = new Uint32Array(counts.length);
  const samples = Array.from(counts, (): number[] => []);
  for (let row = 0; row * width < groupAt.length; row += 1) sampleRow(groupAt, row, width, { steps, seen, samples });
  return samples;
}

function count(groupAt: Uint8Array, counts: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) counts[groupAt[at] ?? 0] = (counts[groupAt[at] ?? 0] ?? 0) + 1;
}

interface Sampling {
  readonly steps: Uint32Array;
  readonly seen: Uint32Array;
  readonly samples: readonly number[][];
}

function sampleRow(groupAt: Uint8Array, row: number, width: number, { steps, seen, samples }: Sampling): void {
  for (let at = row * width; at < (row + 1) * width; at += 1) {
    const group = groupAt[at] ?? 0;
    const turn = (seen[group] ?? 0) + 1;
    seen[group] = turn;
    if ((turn + row) % (steps[group] ?? 1) === 0) samples[group]?.push(at);
  }
}

/** Packs the samples together, because k-means passes over them a hundred times. */
function shadesFor(colour: Colours, samples: readonly number[], count: number): Shade[] {
  if (samples.length === 0 || count === 0) return [];
  const packed = new Float32Array(samples.length * 3);
  for (let index = 0; index < samples.length; index += 1) {
    const at = samples[index] ?? 0;
    packed[index * 3] = colour.luma[at] ?? 0;
    packed[index * 3 + 1] = colour.blueness[at] ?? 0;
    packed[index * 3 + 2] = colour.redness[at] ?? 0;
  }
  const shadeAt = (index: number): Shade => [
    packed[index * 3] ?? 0,
    packed[index * 3 + 1] ?? 0,
    packed[index * 3 + 2] ?? 0,
  ];
  const shades: Shade[] = [];
  const nearest = new Float64Array(samples.length).fill(Infinity);
  const add = (shade: Shade) => {
    shades.push(shade);
    approach(packed, shade, colour.tone, nearest);
  };
  add(shadeAt(samples.length >> 1));
  while (shades.length < Math.min(count, samples.length)) {
    let left = randomAt(shades.length, samples.length) * nearest.reduce((sum, far) => sum + far, 0);
    let pick = 0;
    while (pick < nearest.length - 1 && left > (nearest[pick] ?? 0)) {
      left -= nearest[pick] ?? 0;
      pick += 1;
    }
    add(shadeAt(pick));
  }
  return centred(packed, shades, colour.tone);
}

function approach(packed: Float32Array, shade: Shade, tone: number, nearest: Float64Array): void {
  for (let index = 0; index < nearest.length; index += 1) {
    const far = apart(packed, index * 3, shade, tone);
    if (far < (nearest[index] ?? 0)) nearest[index] = far;
  }
}

function centred(packed: Float32Array, first: readonly Shade[], tone: number): Shade[] {
  const shades = Float64Array.from(first.flat());
  const count = first.length;
  for (let round = 0; round < rounds; round += 1) {
    const sums = new Float64Array(count * 4);
    addMembers(packed, shades, tone, sums);
    for (let index = 0; index < count; index += 1) {
      const members = sums[index * 4 + 3] ?? 0;
      if (members === 0) continue;
      for (let part = 0; part < 3; part += 1) shades[index * 3 + part] = (sums[index * 4 + part] ?? 0) / members;
    }
  }
  return first.map((_, index): Shade => [
    shades[index * 3] ?? 0,
    shades[index * 3 + 1] ?? 0,
    shades[index * 3 + 2] ?? 0,
  ]);
}

/** Adds the colours of the samples that are nearest to each shade, and their number. */
function addMembers(packed: Float32Array, shades: Float64Array, tone: number, sums: Float64Array): void {
  const count = shades.length / 3;
  for (let at = 0; at < packed.length; at += 3) {
    const luma = packed[at] ?? 0;
    const blueness = packed[at + 1] ?? 0;
    const redness = packed[at + 2] ?? 0;
    let best = 0;
    let least = Infinity;
    for (let index = 0; index < count; index += 1) {
      const lumaApart = luma - (shades[index * 3] ?? 0);
      const blueApart = blueness - (shades[index * 3 + 1] ?? 0);
      const redApart = redness - (shades[index * 3 + 2] ?? 0);
      const far = tone * lumaApart * lumaApart + 4 * (blueApart * blueApart + redApart * redApart);
      if (far >= least) continue;
      best = index;
      least = far;
    }
    sums[best * 4] = (sums[best * 4] ?? 0) + luma;
    sums[best * 4 + 1] = (sums[best * 4 + 1] ?? 0) + blueness;
    sums[best * 4 + 2] = (sums[best * 4 + 2] ?? 0) + redness;
    sums[best * 4 + 3] = (sums[best * 4 + 3] ?? 0) + 1;
  }
}

function apart(packed: Float32Array, at: number, shade: Shade, tone: number): number {
  const lumaApart = (packed[at] ?? 0) - shade[0];
  const blueApart = (packed[at + 1] ?? 0) - shade[1];
  const redApart = (packed[at + 2] ?? 0) - shade[2];
  return tone * lumaApart * lumaApart + 4 * (blueApart * blueApart + redApart * redApart);
}
