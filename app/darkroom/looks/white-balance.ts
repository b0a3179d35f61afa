import { lumaOf } from "../pixels/luma-chroma.ts";
import type { Photo } from "../photo.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { skinLikeness } from "../pixels/skin.ts";
import { smoothstep } from "../pixels/smoothstep.ts";

export interface Gains {
  red: number;
  green: number;
  blue: number;
}

const noGains: Gains = { red: 1, green: 1, blue: 1 };

/** The most the primaries are changed against green, as a logarithm: about 30 %, of warm light 20 %. */
const [strongestCorrection, strongestWarmCorrection] = [0.28, 0.19];

/** The longer side of the copy that is looked at, in pixels. */
const copySide = 160;

/** A cast: how much more red than green, and blue than green, the light has, as logarithms. */
interface Cast {
  red: number;
  blue: number;
}

/**
 * Gains that take a colour cast out of the light, without changing luma. Two guesses of the light's colour, the mean
 * with bright pixels weighing more (shades of gray) and the bright pixels alone, are borne out or not by a third, the
 * differences between neighbours (gray edge). Skin and saturated things say nothing about the light and are left out,
 * unless the whole picture is warm, when everything looks like skin. A small copy of the photo is enough, and has
 * less noise.
 */
export function whiteBalance(photo: Photo): Gains {
  const evidence = gather(shrinkPhoto(photo, copySide));
  if (!evidence) return noGains;
  const { all, bright } = evidence;
  const cast = { red: (all.red + bright.red) / 2, blue: (all.blue + bright.blue) / 2 };
  const size = Math.hypot(cast.red, cast.blue);
  const { confidence, limit } = judge(cast, size, evidence);
  const strength = Math.min(confidence * 0.8, (confidence * limit) / Math.max(size, 1e-9));
  return withoutLumaChange({ red: Math.exp(-cast.red * strength), green: 1, blue: Math.exp(-cast.blue * strength) });
}

/**
 * How far to believe in a cast, and how much of it to take out at most. Not at all where something is neutral already,
 * where the picture has a single hue (sepia), or where the cast is so strong that it is the subject (a sunset, a wood).
 * Warm light is corrected later and less than other light, because people like it, and least where much may be skin;
 * cold light would have paled skin, so where skin is rich the light was hardly cold.
 */
function judge(cast: Cast, size: number, evidence: Evidence): { confidence: number; limit: number } {
  const { edges, neutralShare, skinShare, richSkinShare, hueSpread } = evidence;
  const disagreement = Math.hypot(edges.red - cast.red, edges.blue - cast.blue) / (size + 0.08);
  const certainty = smoothstep(0.12, 0.03, neutralShare) * smoothstep(0.003, 0.009, hueSpread);
  if (cast.red > cast.blue && cast.red > 0) {
    return {
      confidence:
        certainty * smoothstep(0.9, 0.4, disagreement) * smoothstep(0.16, 0.32, size) * smoothstep(1.1, 0.6, size),
      limit: strongestWarmCorrection * (1 - 0.3 * smoothstep(0.05, 0.2, skinShare)),
    };
  }
  const isCold = smoothstep(0, 0.06, cast.blue);
  return {
    confidence:
      certainty * smoothstep(1.1, 0.7, disagreement) * smoothstep(0.03, 0.1, size) * smoothstep(0.42, 0.28, size),
    limit: strongestCorrection * (1 - 0.75 * isCold * smoothstep(0.03, 0.12, richSkinShare)),
  };
}

function withoutLumaChange({ red, green, blue }: Gains): Gains {
  const luma = lumaOf.red * red + lumaOf.green * green + lumaOf.blue * blue;
  return { red: red / luma, green: green / luma, blue: blue / luma };
}

interface Evidence {
  all: Cast;
  bright: Cast;
  edges: Cast;
  /** Share of pixels that are light and without colour, 0 to 1. */
  neutralShare: number;
  /** Share of pixels that may be skin, 0 to 1. */
  skinShare: number;
  /** Share of pixels that may be skin as saturated as skin is in neutral light. */
  richSkinShare: number;
  /** How wide the cloud of the colour differences is across its length; near 0 in a toned monochrome, where it is a line. */
  hueSpread: number;
}

/** The Minkowski norm of shades of gray (Finlayson and Trezzi, 2004). */
const norm = 5;

function gather({ width, height, data }: Photo): Evidence | null {
  const all = [0, 0, 0];
  const bright = [0, 0, 0];
  const edges = [0, 0, 0];
  let [witnesses, neutral, skin, richSkin, brightWeight] = [0, 0, 0, 0, 0];
  const warmth = warmAllOver({ width, height, data });
  const skinCounts = 1 - warmth;
  const mostSaturated = 0.6 + 0.25 * warmth;
  const hues = { blue: 0, red: 0, blueBlue: 0, redRed: 0, blueRed: 0 };
  for (let y = 0; y < height - 1; y += 1) {
    for (let x = 0, at = y * width * 3; x < width - 1; x += 1, at += 3) {
      const [red, green, blue] = [(data[at] ?? 0) / 255, (data[at + 1] ?? 0) / 255, (data[at + 2] ?? 0) / 255];
      const luma = lumaOf.red * red + lumaOf.green * green + lumaOf.blue * blue;
      const [blueness, redness] = [(blue - luma) * 0.564, (red - luma) * 0.713];
      hues.blue += blueness;
      hues.red += redness;
      hues.blueBlue += blueness * blueness;
      hues.redRed += redness * redness;
      hues.blueRed += blueness * redness;
      const [low, high] = [Math.min(red, green, blue), Math.max(red, green, blue)];
      if (high > 0.985 || luma < 0.06 || high - low > mostSaturated * high) continue;
      const likeness = skinLikeness(luma, blueness, redness);
      skin += likeness;
      if (high - low > 0.22 * high) richSkin += likeness;
      const weight = 1 - likeness * skinCounts;
      if (weight < 0.1) continue;
      witnesses += weight;
      if (high - low < 0.035 && luma > 0.42) neutral += weight;
      const brightness = weight * luma ** 6;
      brightWeight += brightness;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (data[at + channel] ?? 0) / 255;
        const across = ((data[at + 3 + channel] ?? 0) - (data[at + channel] ?? 0)) / 255;
        const down = ((data[at + width * 3 + channel] ?? 0) - (data[at + channel] ?? 0)) / 255;
        all[channel] = (all[channel] ?? 0) + weight * value ** norm;
        bright[channel] = (bright[channel] ?? 0) + brightness * value;
        edges[channel] = (edges[channel] ?? 0) + weight * (across * across + down * down);
      }
    }
  }
  const pixels = (width - 1) * (height - 1);
  if (witnesses < pixels * 0.12 || brightWeight === 0) return null;
  return {
    all: castOf(all, 1 / norm),
    bright: castOf(bright, 1),
    edges: castOf(edges, 1 / 2),
    neutralShare: neutral / witnesses,
    skinShare: skin / pixels,
    richSkinShare: richSkin / pixels,
    hueSpread: widthOfCloud(hues, pixels),
  };
}

/** The standard deviation along the shorter axis: the root of the covariance matrix's smaller eigenvalue. */
function widthOfCloud(
  { blue, red, blueBlue, redRed, blueRed }: Record<"blue" | "red" | "blueBlue" | "redRed" | "blueRed", number>,
  pixels: number,
): number {
  const [meanBlue, meanRed] = [blue / pixels, red / pixels];
  const [ofBlue, ofRed] = [blueBlue / pixels - meanBlue * meanBlue, redRed / pixels - meanRed * meanRed];
  const ofBoth = blueRed / pixels - meanBlue * meanRed;
  const smaller = (ofBlue + ofRed) / 2 - Math.hypot((ofBlue - ofRed) / 2, ofBoth);
  return Math.sqrt(Math.max(0, smaller));
}

/** Whether even the coldest tenth of a picture is warm, 0 to 1. */
function warmAllOver({ data }: Photo): number {
  const blueness: number[] = [];
  for (let at = 0; at < data.length; at += 3 * 7) {
    const [red, green, blue] = [(data[at] ?? 0) / 255, (data[at + 1] ?? 0) / 255, (data[at + 2] ?? 0) / 255];
    const luma = lumaOf.red * red + lumaOf.green * green + lumaOf.blue * blue;
    if (luma > 0.1 && luma < 0.95) blueness.push((blue - luma) / luma);
  }
  blueness.sort((one, other) => one - other);
  return smoothstep(-0.06, -0.16, blueness[Math.floor(blueness.length * 0.9)] ?? 0);
}

function castOf([red = 0, green = 0, blue = 0]: number[], power: number): Cast {
  const against = (channel: number) => Math.log(((channel + 1e-9) / (green + 1e-9)) ** power);
  return { red: against(red), blue: against(blue) };
}
