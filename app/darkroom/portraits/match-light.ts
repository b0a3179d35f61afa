import { clamp } from "../pixels/plane.ts";
import type { FaceLight } from "./face-light.ts";
import { brightness, type Tones } from "./tones.ts";
import type { Cast } from "./photo-cast.ts";
import type { Stage } from "./stages.ts";

type Rgb = readonly [red: number, green: number, blue: number];

export interface LightMatch {
  /** Linear factors on the lit and the unlit side. */
  readonly lit: Rgb;
  readonly shaded: Rgb;
  readonly rim: Rgb;
  readonly exposure: number;
  readonly lift: number;
  readonly darkColour: Rgb;
  readonly highlightCompression: number;
  readonly saturation: number;
  readonly modelling: number;
}

/** Stops: the upper limit for lightening a face. */
const mostLifted = 0.08;
/** Linear limits. */
const [darkestFace, brightestFace] = [0.1, 0.55];

/** Relights people for a scene, each step partly. */
export function matchLight(own: Tones, scene: Tones, stage: Stage, face: FaceLight | null, cast: Cast): LightMatch {
  const behind = Math.max(0, stage.key.z);
  const key = 0.38 * warmthOf(stage.keyKelvin);
  const around = tintOf(scene.light, 0.14 + 0.12 * behind);
  const shaded = gains(0.3 * warmthOf(stage.ambientKelvin), cast);
  const ratio = clamp(0.25, (stage.keyToFill - 1) / 2, 1) * (1 - 0.5 * behind);
  const free = face ? clamp(0.4, 1 - Math.abs(face.side) / 1.6, 1) : 1;
  return {
    lit: gains(key, cast),
    shaded: [shaded[0] * around[0], shaded[1] * around[1], shaded[2] * around[2]],
    rim: gains(1.4 * key, cast),
    exposure: exposureOf(own, scene, face, behind),
    lift: clamp(-0.05, (scene.black - own.black) * 0.3 - 0.45 * clamp(0, own.black - 0.05, 0.12), 0.022),
    darkColour: scene.darkColour,
    highlightCompression: clamp(0, (own.white - Math.max(scene.white, 0.72)) * 0.35, 0.12),
    saturation: clamp(0.86, 1 + 0.28 * (scene.chroma - own.chroma), 1.1),
    modelling: 0.34 * ratio * free,
  };
}

/** A third of the way; a face nearly keeps its tone. */
function exposureOf(own: Tones, scene: Tones, face: FaceLight | null, behind: number): number {
  const wanted = 0.3 * Math.log2((scene.middle ** 2.2 + 0.02) / (own.middle ** 2.2 + 0.02));
  const free = clamp(-0.4, wanted, 0.3) - 0.3 * behind;
  if (!face) return free;
  const at = Math.log2(face.level + 1e-4);
  const floor = Math.min(0, Math.max(-0.45, Math.log2(darkestFace) - at));
  const limited = Math.min(clamp(floor, free, mostLifted - 0.2 * behind), Math.log2(brightestFace) - at);
  const dull = clamp(0, 1.2 * Math.log2(0.74 / Math.max(0.1, own.white)), at < Math.log2(0.16) ? 0.15 : 0);
  return clamp(-0.6, limited + dull, 0.2);
}

const warmthOf = (kelvin: number) => clamp(-0.6, (1e6 / kelvin - 1e6 / 5600) / 100, 2);

/** Constant brightness. */
function gains(warmth: number, cast: Cast): Rgb {
  const raw = [2 ** (0.36 * warmth - cast.red), 1, 2 ** (-0.62 * warmth - cast.blue)] as const;
  const level = brightness(...raw);
  return [raw[0] / level, 1 / level, raw[2] / level];
}

function tintOf(light: Rgb, power: number): Rgb {
  const level = brightness(...light);
  const tint = (value: number) => clamp(0.4, (value + 0.02) / (level + 0.02), 1.8) ** power;
  const raw = [tint(light[0]), tint(light[1]), tint(light[2])] as const;
  const after = brightness(...raw);
  return [raw[0] / after, raw[1] / after, raw[2] / after];
}
