import { resizePlane, softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { clamp, emptyPlane, inRanges, medianOf, type Plane, smoothstep } from "../pixels/plane.ts";
import { mixColours, smoothGuided } from "./planes-smooth.ts";

export interface Tones {
  readonly colour: LumaChroma;
  readonly gloom: number;
}

/** Luma; lit photos keep a dark background. */
const middleAim = 0.47;
const [leastPower, leastWhenLit, mostPower] = [0.55, 0.82, 1.12];
const [litFrom, darkBelow] = [0.72, 0.4];
const liftLevels = 4096;

export function openTones(colour: LumaChroma, unit: number): Tones {
  const lumaAt = cumulative(colour.luma);
  const low = Math.min(0.12, lumaAt(0.01));
  const high = Math.max(0.6, lumaAt(0.99));
  const middle = clamp(0.05, (lumaAt(0.5) - low) / (high - low), 0.95);
  const gloom = smoothstep(litFrom, darkBelow, lumaAt(0.97));
  const least = leastWhenLit + (leastPower - leastWhenLit) * gloom;
  const power = clamp(least, Math.log(middleAim) / Math.log(middle), mostPower);
  const base = surroundings(colour, unit);
  const { width, height } = colour.luma;
  const opened = {
    luma: emptyPlane(width, height),
    blueness: emptyPlane(width, height),
    redness: emptyPlane(width, height),
  };
  const lifts = Float32Array.from({ length: liftLevels + 1 }, (_, level) => {
    const around = Math.max(0.015, level / liftLevels);
    return Math.min(3, (around ** power * (1 + (0.1 + 0.25 * gloom) * (1 - around) ** 3)) / around);
  });
  inRanges(base.data.length, (from, to) => liftRange(colour, base.data, { low, high, lifts }, opened, from, to));
  return { colour: opened, gloom };
}

interface Lifting {
  /** Luma that becomes black and white. */
  readonly low: number;
  readonly high: number;
  /** Gains by the luma around. */
  readonly lifts: Float32Array;
}

function liftRange(
  colour: LumaChroma,
  base: Float32Array,
  { low, high, lifts }: Lifting,
  opened: LumaChroma,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const own = colour.luma.data[at] ?? 0;
    const around = clamp(0, ((base[at] ?? 0) - low) / (high - low), 1);
    const lift = lifts[(around * liftLevels + 0.5) | 0] ?? 1;
    const luma = clamp(0, clamp(0, (own - low) / (high - low), 1.05) * lift, 1);
    const vivid = clamp(0.9, Math.sqrt(luma / Math.max(0.03, own)), 2.2);
    opened.luma.data[at] = luma;
    opened.blueness.data[at] = (colour.blueness.data[at] ?? 0) * vivid;
    opened.redness.data[at] = (colour.redness.data[at] ?? 0) * vivid;
  }
}

/** Shares of a gloomy photo's opening on skin and hair. */
const [openedSkin, openedHair] = [0.8, 0.1];
/** The highest median luma of opened skin: a dark photo does not show how light it is in daylight. */
const mostOpened = 0.42;

/** Skin keeps lightness and saturation, and hair does not turn grey. */
export function preservePeople(
  { colour, gloom }: Tones,
  plain: LumaChroma,
  { skin, hair }: { skin: Plane; hair: Plane },
): LumaChroma {
  const [own, opened] = [medianOn(skin, plain.luma), medianOn(skin, colour.luma)];
  const onSkin = gloom * Math.min(openedSkin, Math.max(0, mostOpened - own) / Math.max(0.01, opened - own));
  return mixColours(colour, plain, (at) => {
    const isLighter = (colour.luma.data[at] ?? 0) > (plain.luma.data[at] ?? 0);
    const locks = isLighter ? (hair.data[at] ?? 0) : 0;
    return Math.max((skin.data[at] ?? 0) * (1 - onSkin), locks * (1 - openedHair * gloom));
  });
}

function medianOn(mask: Plane, { data }: Plane): number {
  const values: number[] = [];
  for (let at = 0; at < data.length; at += 5) if ((mask.data[at] ?? 0) > 0.8) values.push(data[at] ?? 0);
  return medianOf(values);
}

function surroundings({ luma, blueness, redness }: LumaChroma, unit: number): Plane {
  const half = { width: Math.max(1, luma.width >> 1), height: Math.max(1, luma.height >> 1) };
  const small = {
    luma: resizePlane(luma, half),
    blueness: resizePlane(blueness, half),
    redness: resizePlane(redness, half),
  };
  const calm = smoothGuided(small, small, { reach: 30 * unit, range: 0.5, rounds: 2 });
  return resizePlane(softBlur(calm.luma, 3 * unit), luma);
}

function cumulative({ data }: Plane): (share: number) => number {
  const bins = new Uint32Array(256);
  inRanges(data.length, (from, to) => countLevels(data, bins, from, to));
  return (share) => {
    let sum = 0;
    for (const [bin, count] of bins.entries()) {
      sum += count;
      if (sum >= share * data.length) return bin / 255;
    }
    return 1;
  };
}

function countLevels(values: Float32Array, bins: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const bin = (clamp(0, values[at] ?? 0, 1) * 255 + 0.5) | 0;
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
}
