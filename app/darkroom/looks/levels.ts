import { clamp, smoothstep } from "../pixels/smoothstep.ts";
import type { Light } from "./measure-light.ts";

/** Tones moved down and stretched, 0 to 1. */
export interface Levels {
  apply: (tone: number) => number;
  /** How much contrast grows, 1 and up. */
  stretch: number;
}

/** Where the darkest and the brightest tones should come to lie. */
const [targetBlack, targetWhite] = [0.02, 0.95];
/** The most contrast is stretched: more would show banding, and in a noisy photo the noise. */
const [mostStretch, mostStretchOfNoise] = [2.3, 1.7];

/**
 * Spreads the tones over the whole range. What haze has lifted goes down to black, but not what is merely not black,
 * like brown hair: there every primary would have to be lifted. Whites go up as far as the brightest spot shows that
 * the light was too weak; surfaces a little further, though less where there is skin, which would look wrong beside
 * them. A picture with hardly any range (a wall, fog on purpose) is left alone, and what lies beyond the percentiles
 * is rolled off, never cut.
 */
export function levelsFor(light: Light, noise: number): { surfaces: Levels; skin: Levels } {
  const { black, white, brightest, veil, skinShare } = light;
  const certainty = smoothstep(0.12, 0.35, white - black);
  const lifted = Math.min(0.7 * veil + 0.3 * black, 0.4);
  const isHaze = smoothstep(0.08, 0.25, lifted);
  const down = Math.max(0, lifted - targetBlack) * certainty;
  const most = mostStretch + (mostStretchOfNoise - mostStretch) * smoothstep(0.008, 0.025, noise);
  const stretchTo = (whitest: number, from: number) =>
    1 + (clamp(1, (targetWhite - targetBlack) / Math.max(0.1, whitest - from - targetBlack), most) - 1) * certainty;

  const from = down * (0.5 + 0.42 * isHaze);
  const needed = stretchTo(brightest, from);
  const livelier =
    Math.min(stretchTo(white, from) - needed, 0.5) * 0.75 * (1 - 0.75 * smoothstep(0.03, 0.15, skinShare));
  const fromOfSkin = down * (0.25 + 0.6 * isHaze);
  return {
    surfaces: levels(from, needed + livelier),
    skin: levels(fromOfSkin, stretchTo(Math.max(brightest, 0.3), fromOfSkin)),
  };
}

function levels(from: number, stretch: number): Levels {
  const [lowest, highest] = [-from * stretch, (1 - from) * stretch];
  return { apply: (tone) => rollOff((tone - from) * stretch, lowest, highest), stretch };
}

/** Tones beyond these are bent to fit. */
const [toe, shoulder] = [0.05, 0.9];

/** Bends `lowest` to 0 and `highest` to 1; straight, with slope 1, in between. */
function rollOff(tone: number, lowest: number, highest: number): number {
  if (tone > shoulder && highest > 1) return shoulder + bend(tone - shoulder, highest - shoulder, 1 - shoulder);
  if (tone < toe && lowest < 0) return toe - bend(toe - tone, toe - lowest, toe);
  return tone;
}

/** Maps 0 … `reach` onto 0 … `room`, starting with slope 1. */
function bend(distance: number, reach: number, room: number): number {
  return distance / (1 + distance * (1 / room - 1 / reach));
}
