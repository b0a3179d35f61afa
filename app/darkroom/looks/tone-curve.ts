import { clamp, smoothstep } from "../pixels/smoothstep.ts";
import { type Levels, levelsFor } from "./levels.ts";
import type { Light } from "./measure-light.ts";

/** A curve from tone to tone, 0 to 1, read from a table. */
export interface ToneCurve {
  table: Float32Array;
}

/** What is done to the tones of one kind of surface. */
export interface Tones {
  /** The whole way from the photo's tone to the result's. */
  curve: ToneCurve;
  /** Its first part, the levels, and how much they stretch contrast: colours gain as much, as haze took it. */
  levels: ToneCurve;
  stretch: number;
}

const steps = 1024;

/** The tone a curve gives for `tone`, linearly between the steps. */
export function readCurve({ table }: ToneCurve, tone: number): number {
  const position = tone <= 0 ? 0 : tone >= 1 ? steps : tone * steps;
  const step = position >= steps ? steps - 1 : Math.floor(position);
  const from = table[step] ?? 0;
  return from + ((table[step + 1] ?? 1) - from) * (position - step);
}

/** How much of the brightening and contrast skin gets. */
const skinShare = 0.3;

/**
 * What suits the photo's light and noise: levels first, then brightening, then contrast. Skin follows the levels only
 * as far as the light itself was wrong, and the rest but a little, so that its tone stays its own.
 */
export function tonesFor(light: Light, noise: number): { surfaces: Tones; skin: Tones } {
  const levels = levelsFor(light, noise);
  const lift = liftFor(levels.surfaces.apply(light.middle), light);
  const contrast = contrastFor(light.spread * levels.surfaces.stretch);
  return {
    surfaces: tones(levels.surfaces, lift, contrast),
    skin: tones(levels.skin, lift * skinShare, contrast * skinShare),
  };
}

function tones({ apply, stretch }: Levels, lift: number, contrast: number): Tones {
  return {
    curve: curveOf((tone) => addContrast(brighten(apply(tone), lift), contrast)),
    levels: curveOf(apply),
    stretch,
  };
}

function curveOf(apply: (tone: number) => number): ToneCurve {
  return { table: Float32Array.from({ length: steps + 1 }, (_, step) => apply(step / steps)) };
}

/** Middle tones outside these are moved towards them. */
const [darkMiddle, lightMiddle] = [0.4, 0.68];

/** How much to brighten (above 0) or darken. Night scenes and portraits against the dark are dark on purpose. */
function liftFor(middle: number, { darkShare, skinShare: skin, white, brightest, black }: Light): number {
  const certainty = smoothstep(0.12, 0.35, white - black);
  if (middle > lightMiddle) return -clamp(0, (middle - lightMiddle) * 1.6, 0.35) * certainty;
  const isNight = smoothstep(0.35, 0.6, darkShare);
  const isPortraitInGoodLight = smoothstep(0.04, 0.12, skin) * smoothstep(0.6, 0.9, brightest);
  const restraint = (1 - 0.8 * isNight) * (1 - 0.65 * isPortraitInGoodLight);
  return clamp(0, (darkMiddle - middle) * 4, 0.95) * restraint * certainty;
}

/** Lifts the shadows and leaves both ends where they are; for `lift` below 0, deepens the lights. */
function brighten(tone: number, lift: number): number {
  if (lift >= 0) return tone + lift * tone * (1 - tone) ** 2;
  return tone + lift * tone * tone * (1 - tone);
}

/** Flat light gets more contrast, hard light hardly any. */
function contrastFor(spread: number): number {
  return 0.05 + 0.22 * smoothstep(0.27, 0.15, spread) * smoothstep(0.02, 0.08, spread);
}

/** An S around the middle: slope `1 + amount` there, `1 - amount` at both ends. */
function addContrast(tone: number, amount: number): number {
  return tone - (amount * Math.sin(2 * Math.PI * tone)) / (2 * Math.PI);
}
