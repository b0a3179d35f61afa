import type { SceneLight } from "../../tools/portrait-studio/scene-light.ts";
import { chromaTo, lumaOf } from "../pixels/luma-chroma.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";
import { skinLikeness } from "../pixels/skin.ts";
import { clamp } from "../pixels/smoothstep.ts";
import { lightField } from "./light-field.ts";

/** What to do to each pixel of a subject so that the scene seems to light it; small planes, stretched over it. */
export interface LightMatch {
  /** Multiplies a pixel's values. */
  gain: Plane;
  /** Its light's warmth, in hundreds of mired from daylight. */
  warmth: Plane;
  /** What the haze of the scene adds to black, by channel, 0 to 1; nothing to white. */
  haze: readonly [red: number, green: number, blue: number];
}

/**
 * No pixel's brightness is multiplied by less or more, before skin is held: some five steps of L* on a mid tone. Skin as a
 * whole is held tighter: it never turns lighter, and darker by at most 7 %.
 */
const gainBounds = [0.8, 1.14] as const;
const darkestSkinGain = 0.93;

/** What one unit of warmth multiplies red, green and blue by, less 1: a quarter of the real shift, as cameras adapt. */
export const warmthGains = [0.034, 0.002, -0.044] as const;

/** Fits a subject's light to a scene's. The subject and its alpha are small copies of one size; the scene may be large. */
export function matchLight(subject: Photo, alpha: Plane, scene: Photo, light: SceneLight): LightMatch {
  const field = lightField(alpha, light);
  const [subjectTones, sceneTones] = [tonesOf(subject, alpha), tonesOf(scene)];
  // A key ten times the fill would be theatre; what a face bears is much less.
  const contrast = clamp(0, (light.keyToFill - 1) / 2.5, 1) * 0.15 * (1 - 0.3 * Math.abs(light.keyDepth));
  const exposure = 1 + clamp(-0.09, (sceneTones.middle - subjectTones.middle) * 0.22, 0.02);
  const gain = emptyPlane(alpha.width, alpha.height);
  const warmth = emptyPlane(alpha.width, alpha.height);
  const [key, ambient] = [warmthOf(light.keyKelvin), warmthOf(light.ambientKelvin)];
  for (let at = 0; at < gain.data.length; at += 1) {
    const towards = field.data[at] ?? 0;
    gain.data[at] = clamp(gainBounds[0], exposure * (1 + contrast * towards), gainBounds[1]);
    warmth.data[at] = ambient + (key - ambient) * clamp(0, 0.45 + 0.55 * towards, 1);
  }
  const lift = clamp(0, (sceneTones.black - subjectTones.black) * 0.45, 0.045);
  const darkLuma = Math.max(0.02, lumaOfColour(sceneTones.dark));
  // Half grey: a strongly coloured scene must not dye black hair.
  const [red, green, blue] = sceneTones.dark.map((value) => lift * (0.5 + (0.5 * value) / darkLuma));
  const match: LightMatch = { gain, warmth, haze: [red ?? 0, green ?? 0, blue ?? 0] };
  return { ...match, gain: heldOnSkin(match, subject, alpha) };
}

/** For a subject that stays in its own light. */
export function sameLight({ width, height }: Plane): LightMatch {
  const gain = emptyPlane(width, height);
  gain.data.fill(1);
  return { gain, warmth: emptyPlane(width, height), haze: [0, 0, 0] };
}

/** A pixel's channel in the new light; values run from 0 to 1. */
export function lit(value: number, gain: number, warmth: number, warmthGain: number, haze: number): number {
  const dark = 1 - Math.min(1, value);
  return value * gain * (1 + warmth * warmthGain) + haze * dark * dark * dark * dark;
}

/** The gains with skin's held to its bound: weighed over all of the subject's skin, so that its modelling stays. */
function heldOnSkin({ gain, warmth, haze }: LightMatch, subject: Photo, alpha: Plane): Plane {
  const skin = new Float32Array(gain.data.length);
  let [weights, before, after] = [1e-6, 1e-6, 1e-6];
  for (let at = 0, from = 0; at < skin.length; at += 1, from += 3) {
    const solid = alpha.data[at] ?? 0;
    if (solid < 0.3) continue;
    const [red, green, blue] = [0, 1, 2].map((channel) => (subject.data[from + channel] ?? 0) / 255) as Triple;
    const luma = lumaOfColour([red, green, blue]);
    const likeness = skinLikeness(luma, (blue - luma) / chromaTo.blue, (red - luma) / chromaTo.red) * solid;
    skin[at] = likeness;
    const [by, warm] = [gain.data[at] ?? 1, warmth.data[at] ?? 0];
    weights += likeness;
    before += likeness * luma;
    after +=
      likeness *
      lumaOfColour([
        lit(red, by, warm, warmthGains[0], haze[0]),
        lit(green, by, warm, warmthGains[1], haze[1]),
        lit(blue, by, warm, warmthGains[2], haze[2]),
      ]);
  }
  const change = after / before;
  const hold = weights < 1 ? 1 : clamp(darkestSkinGain, change, 0.995) / change;
  const held = emptyPlane(gain.width, gain.height);
  // One factor for the whole subject: skin and cloth beside it stay in one light.
  for (let at = 0; at < held.data.length; at += 1) held.data[at] = (gain.data[at] ?? 1) * hold;
  return held;
}

type Triple = [number, number, number];

const lumaOfColour = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
  lumaOf.red * red + lumaOf.green * green + lumaOf.blue * blue;

/** Hundreds of mired from daylight (5600 K): equal steps look equally warm. */
const warmthOf = (kelvin: number) => clamp(-1, (1e6 / kelvin - 1e6 / 5600) / 100, 1.6);

/** As many pixels as tell a picture's tones. */
const enoughPixels = 60_000;

/** Black, middle and the colour of the dark parts of a picture, where `weight` is solid. */
function tonesOf({ data }: Photo, weight?: Plane): { black: number; middle: number; dark: Triple } {
  const counts = new Uint32Array(256);
  const sums = new Float64Array(256 * 3);
  let total = 0;
  const step = Math.max(1, Math.floor(data.length / 3 / enoughPixels));
  for (let at = 0; at < data.length / 3; at += step) {
    if (weight && (weight.data[at] ?? 0) < 0.9) continue;
    const from = at * 3;
    const [red, green, blue] = [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0];
    const tone = Math.round(lumaOf.red * red + lumaOf.green * green + lumaOf.blue * blue);
    counts[tone] = (counts[tone] ?? 0) + 1;
    sums[tone * 3] = (sums[tone * 3] ?? 0) + red;
    sums[tone * 3 + 1] = (sums[tone * 3 + 1] ?? 0) + green;
    sums[tone * 3 + 2] = (sums[tone * 3 + 2] ?? 0) + blue;
    total += 1;
  }
  const dark: Triple = [0, 0, 0];
  let [black, middle, seen] = [0, 127, 0];
  for (let tone = 0; tone < 256; tone += 1) {
    if (seen < total * 0.02) black = tone;
    if (seen < total * 0.5) middle = tone;
    if (seen < total * 0.15) {
      for (let channel = 0; channel < 3; channel += 1) {
        dark[channel] = (dark[channel] ?? 0) + (sums[tone * 3 + channel] ?? 0) / (255 * total * 0.15);
      }
    }
    seen += counts[tone] ?? 0;
  }
  return { black: black / 255, middle: middle / 255, dark };
}
