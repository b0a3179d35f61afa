import { clamp, smoothstep } from "../pixels/plane.ts";
import { stopsBetween, toneGain } from "../pixels/colour.ts";
import type { Scene } from "./measure-scene.ts";

export interface Exposure {
  readonly stops: number;
  readonly sceneStops: number;
  readonly peopleStops: number;
  readonly skinAllowance: number;
  readonly highKey: number;
  readonly night: number;
  readonly unlit: number;
  readonly black: number;
}

/** Tones of the middle, of the brightest parts, and of lit eye whites. */
const [wantedKey, wantedBrightest, wantedWhite] = [0.47, 0.94, 0.62];
/** Skin of every tone looks unlit below the first value and glaring above the second. */
const [wantedSkin, brightestSkin] = [0.54, 0.74];
const [mostForKey, mostForHeadroom, mostForFace] = [1.6, 2.5, 1.9];

const mostHazeForEyes = 0.3;

export function expose({ tones, eyeWhite, haze }: Scene): Exposure {
  const highKey = smoothstep(0.25, 0.5, tones.brightShare);
  const night = smoothstep(0.35, 0.65, tones.darkShare) * smoothstep(0.6, 0.85, tones.brightest);
  const black = Math.min(tones.black, 0.16 + 0.1 * haze.strength) * (1 - 0.6 * highKey) * 0.92;
  const levelled = (tone: number) => clamp(0, (tone - black) / (1 - black), 1);

  let stops = forKey(levelled(tones.key), highKey, night);
  // Bright windows and skies hide a dark foreground.
  stops +=
    0.22 *
    smoothstep(0.08, 0.2, tones.brightShare) *
    smoothstep(0.2, 0.27, tones.spread) *
    smoothstep(0.62, 0.54, levelled(tones.key));
  const headroom = stopsBetween(levelled(tones.brightest), wantedBrightest);
  if (headroom > 0) stops = Math.max(stops, Math.min(mostForHeadroom, 0.96 * headroom * (1 - 0.5 * night)));

  const face = tones.face === null ? null : levelled(tones.face);
  // Haze brightens eye whites.
  const white =
    eyeWhite === null || face === null || haze.strength > mostHazeForEyes
      ? null
      : Math.max(levelled(eyeWhite.tone), face);
  // With lit eye whites, dark surroundings are dark by nature.
  if (white !== null) stops = Math.min(stops, Math.max(0.15, stopsBetween(white, 0.74)));
  const sceneStops = Math.max(0, stops);

  const backlit = smoothstep(0.03, 0.15, tones.blownShare);
  const unlit =
    white === null
      ? (0.45 + 0.55 * backlit) *
        smoothstep(0.72, 0.46, levelled(tones.lightest)) *
        smoothstep(0.01, 0.04, tones.peopleShare)
      : smoothstep(wantedWhite, 0.42, white);
  let peopleStops = 0;
  let skinAllowance = 0;
  if (face !== null) {
    const wanted = white === null ? forFace(face, unlit) : forLitFace(face, white);
    if (wanted > stops) stops += 0.4 * (wanted - stops);
    else if (wanted < 0) stops = Math.min(stops, wanted);
    else stops += 0.35 * Math.min(0, wanted + 0.25 - stops);
    peopleStops = clamp(0, wanted - stops, 1.1);
    if (white !== null) skinAllowance = Math.max(0, stopsBetween(white, wantedWhite));
    else if (face < wantedSkin) skinAllowance = unlit * Math.min(2.2, 0.95 * stopsBetween(face, wantedSkin));
  } else if (tones.peopleShare > 0.02) {
    peopleStops = unlit * clamp(0, 0.5 * stopsBetween(levelled(tones.subject), 0.36), 0.8);
  }
  return { stops, sceneStops, peopleStops, skinAllowance, highKey, night, unlit, black };
}

function forKey(key: number, highKey: number, night: number): number {
  const stops = 0.5 * stopsBetween(key, wantedKey) * (1 - 0.7 * night);
  return stops < 0 ? Math.max(-0.35, (stops + 0.12) * (1 - 0.8 * highKey)) : Math.min(stops, mostForKey);
}

/** Without visible eye whites the surroundings distinguish bad light from dark skin. */
function forFace(face: number, unlit: number): number {
  const target = 0.44 + 0.1 * unlit;
  if (face < target) return Math.min((0.3 + 0.5 * unlit) * stopsBetween(face, target), 0.35 + 1.5 * unlit);
  return tooBright(face) ?? 0.12 * smoothstep(0.66, 0.5, face);
}

function forLitFace(face: number, white: number): number {
  const byWhites = 0.85 * stopsBetween(white, wantedWhite);
  if (byWhites > 0) return clamp(0, Math.min(byWhites, stopsBetween(face, 0.62)), mostForFace);
  return tooBright(face) ?? 0.12 * smoothstep(0.66, 0.5, white);
}

function tooBright(face: number): number | null {
  return face > brightestSkin ? 0.6 * stopsBetween(face, brightestSkin) : null;
}

export function exposureCurve(stops: number): (tone: number) => number {
  const gain = toneGain(stops);
  const bend = gain > 1 ? Math.min(2.4, (0.82 * gain) / (gain - 1)) : 2;
  return (tone) => (gain * tone) / (1 + (gain - 1) * tone ** bend);
}
