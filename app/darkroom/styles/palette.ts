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

function shadesFor(colour: Colours, samples: readonly number[], count: number): Shade[] {
  const first = samples[samples.length >> 1];
  if (first === undefined || count === 0) return [];
  const shadeAt = (at: number): Shade => [colour.luma[at] ?? 0, colour.blueness[at] ?? 0, colour.redness[at] ?? 0];
  let shades: Shade[] = [shadeAt(first)];
  const nearest = Float64Array.from(samples, (at) => apart(colour, at, shades[0] ?? [0, 0, 0]));
  while (shades.length < Math.min(count, samples.length)) {
    let left = randomAt(shades.length, samples.length) * nearest.reduce((sum, far) => sum + far, 0);
    let pick = 0;
    while (pick < nearest.length - 1 && left > (nearest[pick] ?? 0)) {
      left -= nearest[pick] ?? 0;
      pick += 1;
    }
    const shade = shadeAt(samples[pick] ?? first);
    shades.push(shade);
    for (const [index, at] of samples.entries())
      nearest[index] = Math.min(nearest[index] ?? 0, apart(colour, at, shade));
  }
  for (let round = 0; round < rounds; round += 1) shades = centred(colour, samples, shades);
  return shades;
}

function centred(colour: Colours, samples: readonly number[], shades: readonly Shade[]): Shade[] {
  const sums = shades.map(() => ({ luma: 0, blueness: 0, redness: 0, count: 0 }));
  for (const at of samples) {
    let best = 0;
    let least = Infinity;
    for (let index = 0; index < shades.length; index += 1) {
      const far = apart(colour, at, shades[index] ?? [0, 0, 0]);
      if (far >= least) continue;
      best = index;
      least = far;
    }
    const sum = sums[best];
    if (!sum) continue;
    sum.luma += colour.luma[at] ?? 0;
    sum.blueness += colour.blueness[at] ?? 0;
    sum.redness += colour.redness[at] ?? 0;
    sum.count += 1;
  }
  return sums.map(({ luma, blueness, redness, count }, index) =>
    count > 0 ? [luma / count, blueness / count, redness / count] : (shades[index] ?? [0, 0, 0]),
  );
}

function apart({ luma, blueness, redness, tone }: Colours, at: number, shade: Shade): number {
  const lumaApart = (luma[at] ?? 0) - shade[0];
  const blueApart = (blueness[at] ?? 0) - shade[1];
  const redApart = (redness[at] ?? 0) - shade[2];
  return tone * lumaApart * lumaApart + 4 * (blueApart * blueApart + redApart * redApart);
}
