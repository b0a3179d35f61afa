import { clamp, type Plane } from "../pixels/plane.ts";
import { brightness, lightOfByte, type Tones } from "./tones.ts";
import type { Stage } from "./stages.ts";
import type { Photo } from "../work.ts";
import type { Face } from "../vision/faces.ts";

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

/** Moves the exposure a third of the way; a face nearly keeps its tone. */
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

export interface Cast {
  readonly red: number;
  readonly blue: number;
}

/** Share of trust; less when skin would leave its hue. */
const [believed, doubted] = [0.5, 0.15];
/** Blue against red stops, and least red. */
const [skinSlope, leastRed] = [-0.57, 0.5];
const most = 0.6;

/** Grey-Edge and Shades of Grey (van de Weijer and others, 2007), limited by the skin. */
export function castOf({ width, height, data }: Photo, skin: readonly [number, number, number] | null): Cast {
  const [shades, edges] = [new Float64Array(3), new Float64Array(3)];
  for (let y = 1; y < height; y += 1) {
    addLight(data, width, shades, edges, Math.max(width + 1, y * width), (y + 1) * width);
  }
  const stops = (channel: number) =>
    clamp(-most, 0.35 * stopsOver(shades, channel, 4) + 0.65 * stopsOver(edges, channel, 2), most);
  const [red, blue] = [stops(0), stops(2)];
  const trust = skin ? trustBy(skin, red, blue) : believed;
  return { red: red * trust, blue: blue * trust };
}

function addLight(
  data: Uint8Array,
  width: number,
  shades: Float64Array,
  edges: Float64Array,
  from: number,
  to: number,
): void {
  for (let at = from * 3; at < to * 3; at += 3) {
    if (Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) > 250) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = lightOfByte[data[at + channel] ?? 0] ?? 0;
      const before = lightOfByte[data[at + channel - 3] ?? 0] ?? 0;
      const above = lightOfByte[data[at + channel - width * 3] ?? 0] ?? 0;
      shades[channel] = (shades[channel] ?? 0) + value ** 4;
      edges[channel] = (edges[channel] ?? 0) + (value - before) ** 2 + (value - above) ** 2;
    }
  }
}

function stopsOver(sums: Float64Array, channel: number, power: number): number {
  return Math.log2(((sums[channel] ?? 0) + 1e-9) / ((sums[1] ?? 0) + 1e-9)) / power;
}

function trustBy([skinRed, skinGreen, skinBlue]: readonly [number, number, number], red: number, blue: number): number {
  const redStops = Math.log2((skinRed + 1e-6) / (skinGreen + 1e-6));
  const blueStops = Math.log2((skinBlue + 1e-6) / (skinGreen + 1e-6));
  const offLine = (share: number) => Math.abs(blueStops - share * blue - skinSlope * (redStops - share * red));
  const trust = offLine(believed) > Math.max(0.12, offLine(0)) ? doubted : believed;
  return red > 0 ? Math.min(trust, Math.max(0, (redStops - leastRed) / red)) : trust;
}

/** In linear light. */
export interface FaceLight {
  readonly side: number;
  readonly level: number;
  /** Only ratios count. */
  readonly skin: readonly [red: number, green: number, blue: number];
}

const [halfWidth, halfHeight, samples] = [0.36, 0.42, 24];
const lit = 0.6;

export function facesLight(photo: Photo, faces: readonly Face[], alpha: Plane): FaceLight | null {
  const [levels, skin]: [number[], [number, number, number]] = [[], [0, 0, 0]];
  let [sideSum, weight] = [0, 0];
  for (const face of faces) {
    const { left, right } = halvesOf(photo, face, alpha, skin);
    if (left.length === 0 || right.length === 0) continue;
    levels.push(...left, ...right);
    sideSum += Math.log2((shareOf(left, lit) + 0.004) / (shareOf(right, lit) + 0.004)) * face.size;
    weight += face.size;
  }
  return weight === 0 ? null : { side: sideSum / weight, level: shareOf(levels, 0.5), skin };
}

function halvesOf(photo: Photo, { centre, size, landmarks }: Face, alpha: Plane, skin: [number, number, number]) {
  const halves: { left: number[]; right: number[] } = { left: [], right: [] };
  const nose = landmarks[1] ?? centre;
  const [rx, ry] = [halfWidth * size, halfHeight * size];
  const step = Math.max(1, rx / samples);
  for (let dy = -ry; dy <= ry; dy += step) {
    for (let dx = -rx; dx <= rx; dx += step) {
      const x = Math.round(centre.x + dx);
      const y = Math.round(centre.y + dy);
      const isOutside = x < 0 || y < 0 || x >= photo.width || y >= photo.height;
      if ((dx / rx) ** 2 + (dy / ry) ** 2 > 1 || isOutside) continue;
      const at = y * photo.width + x;
      if ((alpha.data[at] ?? 0) < 0.95) continue;
      const red = lightOfByte[photo.data[at * 3] ?? 0] ?? 0;
      const green = lightOfByte[photo.data[at * 3 + 1] ?? 0] ?? 0;
      const blue = lightOfByte[photo.data[at * 3 + 2] ?? 0] ?? 0;
      halves[x < (nose.x + centre.x) / 2 ? "left" : "right"].push(brightness(red, green, blue));
      skin[0] += red;
      skin[1] += green;
      skin[2] += blue;
    }
  }
  return halves;
}

const shareOf = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
