import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { randomAt } from "./planes-noise.ts";

export type Shade = readonly [number, number, number];

const kindsOfPlace = ["background", "subject", "skin", "hair"] as const;
export type KindOfPlace = (typeof kindsOfPlace)[number];

export interface Palette {
  readonly palette: readonly Shade[];
  readonly kinds: readonly KindOfPlace[];
  readonly labels: Uint8Array;
}

/** k-means (k-means++: Arthur and Vassilvitskii, 2007). */
const rounds = 9;
const mostSamples = 9000;

export function paletteOf(
  { luma, blueness, redness }: LumaChroma,
  kindAt: Uint8Array,
  { shades, tone }: { shades: Record<KindOfPlace, number>; tone: number },
): Palette {
  const colour = { luma: luma.data, blueness: blueness.data, redness: redness.data, tone };
  const samples = samplesOfKinds(kindAt, luma.width);
  const palette: Shade[] = [];
  const kinds: KindOfPlace[] = [];
  const firsts: number[] = [];
  for (const [kind, name] of kindsOfPlace.entries()) {
    firsts.push(palette.length);
    for (const shade of shadesFor(colour, samples[kind] ?? [], shades[name])) {
      palette.push(shade);
      kinds.push(name);
    }
  }
  firsts.push(palette.length);
  const labels = new Uint8Array(kindAt.length);
  const flat = Float32Array.from(palette.flat());
  for (let at = 0; at < labels.length; at += 1) {
    const kind = kindAt[at] ?? 0;
    let best = 0;
    let least = Infinity;
    const from = firsts[kind] ?? 0;
    const to = firsts[kind + 1] ?? 0;
    for (let shade = from; shade < to; shade += 1) {
      const lumaApart = (colour.luma[at] ?? 0) - (flat[shade * 3] ?? 0);
      const blueApart = (colour.blueness[at] ?? 0) - (flat[shade * 3 + 1] ?? 0);
      const redApart = (colour.redness[at] ?? 0) - (flat[shade * 3 + 2] ?? 0);
      const far = tone * lumaApart * lumaApart + 4 * (blueApart * blueApart + redApart * redApart);
      if (far >= least) continue;
      best = shade;
      least = far;
    }
    labels[at] = best;
  }
  return { palette, kinds, labels };
}

interface Colours {
  readonly luma: Float32Array;
  readonly blueness: Float32Array;
  readonly redness: Float32Array;
  readonly tone: number;
}

function samplesOfKinds(kindAt: Uint8Array, width: number): number[][] {
  const counts = [0, 0, 0, 0];
  for (const kind of kindAt) counts[kind] = (counts[kind] ?? 0) + 1;
  const steps = counts.map((count) => Math.max(1, Math.floor(count / mostSamples)));
  const seen = [0, 0, 0, 0];
  const samples: number[][] = [[], [], [], []];
  for (let at = 0; at < kindAt.length; at += 1) {
    const kind = kindAt[at] ?? 0;
    const turn = (seen[kind] ?? 0) + 1;
    seen[kind] = turn;
    if ((turn + Math.floor(at / width)) % (steps[kind] ?? 1) === 0) samples[kind]?.push(at);
  }
  return samples;
}

/** Samples packed together: k-means passes over them a hundred times. */
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
    for (let index = 0; index < nearest.length; index += 1) {
      const far = apart(packed, index * 3, shade, colour.tone);
      if (far < (nearest[index] ?? 0)) nearest[index] = far;
    }
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

function centred(packed: Float32Array, first: readonly Shade[], tone: number): Shade[] {
  const shades = Float64Array.from(first.flat());
  const count = first.length;
  for (let round = 0; round < rounds; round += 1) {
    const sums = new Float64Array(count * 4);
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

function apart(packed: Float32Array, at: number, shade: Shade, tone: number): number {
  const lumaApart = (packed[at] ?? 0) - shade[0];
  const blueApart = (packed[at + 1] ?? 0) - shade[1];
  const redApart = (packed[at + 2] ?? 0) - shade[2];
  return tone * lumaApart * lumaApart + 4 * (blueApart * blueApart + redApart * redApart);
}
