import { enlargePlane } from "../pixels/enlarge-plane.ts";
import { guidedFilter, guidedLines } from "../pixels/guided-filter.ts";
import { type LumaChroma, splitColour } from "../pixels/luma-chroma.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { skinLikeness } from "../pixels/skin.ts";
import { clamp } from "../pixels/smoothstep.ts";
import { calmColour } from "./calm-colour.ts";
import { detailGains } from "./detail-gains.ts";
import { measureLight } from "./measure-light.ts";
import { measureNoise } from "./measure-noise.ts";
import { type Layers, recombine } from "./recombine.ts";
import { tonesFor } from "./tone-curve.ts";
import { vibranceFor } from "./vibrance.ts";
import { whiteBalance } from "./white-balance.ts";

/** The longer side of the small copy on which light is measured and large areas are found, in pixels. */
const smallSide = 480;

/**
 * Makes a photo better the way a careful retoucher would: takes out a colour cast, spreads the tones, opens the
 * shadows, gives shape and crispness, and calms noise, each by as much as the photo needs and within bounds; a photo
 * that is good already changes little. Skin of every tone keeps its hue and its tone, black and white stays so, a
 * night stays dark, and nothing is clipped that was not. Deterministic. `onProgress` hears of shares done, 0 to 1.
 */
export function enhance(photo: Photo, onProgress: (share: number) => void = () => {}): Photo {
  const small = shrinkPhoto(photo, smallSide);
  const gains = whiteBalance(small);
  const smallColour = splitColour(small, gains);
  const light = measureLight(smallColour);
  onProgress(0.1);

  const colour = splitColour(photo, gains);
  const noise = measureNoise(colour.luma);
  onProgress(0.2);
  const layers = separate(colour, smallColour, noise);
  onProgress(0.6);
  const calm = calmColour(colour, noise);
  onProgress(0.7);
  return recombine(calm, layers, {
    tones: tonesFor(light, noise),
    details: detailGains(noise),
    vibrance: vibranceFor(light),
  });
}

/** Light in large areas, shape within them, fine detail on top; and where skin may be. */
function separate({ luma }: LumaChroma, small: LumaChroma, noise: number): Layers {
  const { width, height } = luma;
  const radius = Math.max(2, Math.round(Math.max(small.luma.width, small.luma.height) * 0.035));
  const lines = guidedLines(small.luma, small.luma, radius, 0.1);
  const slope = enlargePlane(lines.slope, width, height);
  const offset = enlargePlane(lines.offset, width, height);
  const area = emptyPlane(width, height);
  for (let at = 0; at < area.data.length; at += 1) {
    area.data[at] = (slope.data[at] ?? 0) * (luma.data[at] ?? 0) + (offset.data[at] ?? 0);
  }
  const shape = guidedFilter(luma, luma, noise > 0.015 ? 3 : 2, Math.max(0.04, noise * 2.5));
  return { area, shape, skin: enlargePlane(skinMask(small), width, height) };
}

/** Soft at the edges, but bound to them and full up to them, so that no rim shows where skin is treated otherwise. */
function skinMask({ luma, blueness, redness }: LumaChroma): Plane {
  const mask = emptyPlane(luma.width, luma.height);
  for (let at = 0; at < mask.data.length; at += 1) {
    mask.data[at] = skinLikeness(luma.data[at] ?? 0, blueness.data[at] ?? 0, redness.data[at] ?? 0);
  }
  const soft = guidedFilter(mask, luma, 6, 0.05);
  for (let at = 0; at < soft.data.length; at += 1) soft.data[at] = clamp(0, (soft.data[at] ?? 0) * 1.6, 1);
  return soft;
}
