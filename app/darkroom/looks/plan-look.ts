import type { Look } from "../../transformations/looks.ts";
import { clamp, emptyPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { expose, type Exposure, exposureCurve } from "./expose.ts";
import { stopsBetween, stopsPerDoubling, toneGain } from "../pixels/colour.ts";
import type { Scene } from "./measure-scene.ts";

interface Taste {
  readonly stops: number;
  readonly peopleStops: number;
  readonly shadows: number;
  readonly contrast: number;
  readonly clarity: number;
  readonly vibrance: number;
  readonly skinColour: number;
  readonly crispness: number;
  readonly black: number;
  readonly haze: number;
  readonly palestFace: number;
}

const tastes: Record<Look, Taste> = {
  natural: {
    stops: 0.1,
    peopleStops: 0.1,
    shadows: 0.45,
    contrast: 0.19,
    clarity: 0.35,
    vibrance: 0.34,
    skinColour: 0.04,
    crispness: 1,
    black: 0.012,
    haze: 0.6,
    palestFace: 0.7,
  },
  bright: {
    stops: 0.5,
    peopleStops: 0.1,
    shadows: 0.75,
    contrast: 0.04,
    clarity: 0.2,
    vibrance: 0.3,
    skinColour: 0,
    crispness: 0.9,
    black: 0.025,
    haze: 0.52,
    palestFace: 0.76,
  },
  vivid: {
    stops: 0.14,
    peopleStops: 0.12,
    shadows: 0.5,
    contrast: 0.37,
    clarity: 0.65,
    vibrance: 0.95,
    skinColour: 0.12,
    crispness: 1.25,
    black: 0.008,
    haze: 0.68,
    palestFace: 0.7,
  },
};

export interface Plan {
  readonly curve: Float32Array;
  /** Factors per place of the measured copy. */
  readonly lightMap: Plane;
  /** Factors per tone, for the noise. */
  readonly lifts: Float32Array;
  readonly shadowLift: number;
  readonly clarity: number;
  readonly crispness: number;
  readonly vibrance: number;
  readonly skinColour: number;
  readonly haze: number;
}

export const curveSteps = 1024;

/** A tone under `more` light, as a factor; white stays white. */
export const underLight = (tone: number, more: number): number => (more * tone) / (1 + (more - 1) * tone * tone);

export const noiseTones = 8;

/** `finish`: 1 for a camera's photo, less for a finished one. */
export function planLook(scene: Scene, look: Look, finish = 1): Plan {
  const { tones, haze, colour } = scene;
  const taste = tastes[look];
  const exposure = expose(scene);
  const { highKey } = exposure;
  const levelled = (tone: number) => clamp(0, (tone - exposure.black) / (1 - exposure.black), 1);

  let stops =
    (0.4 + 0.6 * finish) * exposure.stops +
    finish * taste.stops * (1 - 0.5 * highKey) * smoothstep(0.8, 0.5, tones.key);
  if (tones.face !== null) {
    const face = levelled(tones.face);
    const palest = Math.max(taste.palestFace, face + (look === "bright" ? 0.035 : 0));
    stops = Math.min(stops, Math.max(0, 1.25 * stopsBetween(face, palest)));
  }
  const curveFor = (ofScene: number) => curveOf(scene, exposure, taste, { look, finish, stops: ofScene });
  let curveAt = curveFor(stops);
  let peopleStops = peopleStopsOf(scene, exposure, taste, curveAt);
  const pale = tooPale(scene, look, (tone) => curveAt(tone) * toneGain(peopleStops));
  if (pale > 0) {
    stops -= 0.7 * pale;
    curveAt = curveFor(stops);
    peopleStops -= Math.max(
      0,
      tooPale(scene, look, (tone) => curveAt(tone) * toneGain(peopleStops)),
    );
  }
  const curve = Float32Array.from({ length: curveSteps + 2 }, (_, step) => curveAt(Math.min(1, step / curveSteps)));
  const lift = (tone: number) => {
    const to = curveAt((tone + 0.5) / noiseTones) * toneGain(Math.max(0, peopleStops));
    return clamp(0.7, (to * noiseTones) / (tone + 0.5), 3);
  };
  return {
    curve,
    lightMap: lightMapOf(scene, exposure, peopleStops, look === "bright" ? 0 : -0.1),
    lifts: Float32Array.from({ length: noiseTones }, (_, tone) => lift(tone)),
    shadowLift: curveAt(tones.low) / Math.max(0.01, tones.low),
    clarity: finish * taste.clarity * (1 + 0.4 * flatness(scene, stops)),
    crispness: taste.crispness,
    vibrance: finish * taste.vibrance * (0.65 + 0.6 * smoothstep(0.3, 0.1, colour)) * (1 + 0.4 * haze.strength),
    skinColour: finish * taste.skinColour + 0.35 * haze.strength,
    haze: taste.haze,
  };
}

function flatness({ tones }: Scene, stops: number): number {
  return smoothstep(0.26, 0.14, tones.spread * Math.min(1.6, toneGain(stops)));
}

function curveOf(
  scene: Scene,
  { black, highKey, night }: Exposure,
  taste: Taste,
  { look, finish, stops }: { look: Look; finish: number; stops: number },
): (tone: number) => number {
  const { tones } = scene;
  const exposed = exposureCurve(stops);
  const levelled = (tone: number) => clamp(0, (tone - black) / (1 - black), 1);
  const low = exposed(levelled(tones.low));
  const shadows = finish * taste.shadows + 0.9 * smoothstep(0.3, 0.1, low) * (1 - 0.5 * night);
  const contrast =
    finish * taste.contrast * (1 - 0.35 * night) +
    0.14 * flatness(scene, stops) -
    0.06 * smoothstep(0.28, 0.34, tones.spread);
  const glare = look === "bright" ? -0.1 : 0.25 * smoothstep(0.08, 0.2, tones.brightShare) * (1 - highKey);
  return (tone) => {
    let y = exposed(levelled(tone));
    y += shadows * y * (1 - y) ** 4 * smoothstep(0, 0.06, y + 0.02);
    y -= glare * y ** 4 * (1 - y);
    y -= (contrast / (2 * Math.PI)) * Math.sin(2 * Math.PI * y ** 0.9);
    return taste.black + (1 - taste.black) * y;
  };
}

/** Tones of the palest and the deepest skin in good light; a face may gain this much in any case. */
const [palestSkin, deepestSkin, leastGain] = [0.7, 0.52, 0.05];
/** Doublings of red against blue: deep skin is more saturated than pale skin, in any brightness of light. */
const [saturatedFrom, saturatedTo] = [1.1, 2.1];

/** Stops by which `lifted` makes the palest face lighter than its skin is. */
function tooPale({ skins }: Scene, look: Look, lifted: (tone: number) => number): number {
  const brighter = look === "bright" ? 0.04 : 0;
  const excess = skins.map(({ tone, redStops, blueStops }) => {
    const deep = smoothstep(saturatedFrom, saturatedTo, redStops - blueStops);
    const own = palestSkin + (deepestSkin - palestSkin) * deep;
    return stopsBetween(Math.max(own, tone + leastGain) + brighter, lifted(tone));
  });
  return Math.max(0, ...excess);
}

function peopleStopsOf(
  { tones }: Scene,
  { sceneStops, peopleStops, skinAllowance }: Exposure,
  taste: Taste,
  curveAt: (tone: number) => number,
): number {
  const { face } = tones;
  if (face === null) return peopleStops;
  const most = sceneStops + 0.25 + Math.max(taste.stops, 0.1) + skinAllowance;
  const gained = peopleStops + taste.peopleStops + stopsBetween(face, curveAt(face));
  return peopleStops - Math.max(0, gained - most) * smoothstep(0.62, 0.5, face);
}

/** Lightens people, more against the light, and darkens the corners. */
function lightMapOf({ tones, people }: Scene, { highKey }: Exposure, peopleStops: number, corners: number): Plane {
  const { width, height } = people;
  const portrait = smoothstep(0.02, 0.08, tones.peopleShare) * (tones.face === null ? 0.6 : 1);
  const onPeople = portrait * 0.1 * smoothstep(0.7, 0.55, tones.face ?? 0.6) + peopleStops;
  const around = -0.06 * portrait * (1 - highKey);
  const inCorners = corners * (1 - highKey);
  const map = emptyPlane(width, height);
  for (let y = 0; y < height; y += 1) lightRow(people, y, { onPeople, around, inCorners }, map);
  return map;
}

interface Stops {
  readonly onPeople: number;
  readonly around: number;
  readonly inCorners: number;
}

function lightRow({ width, height, data }: Plane, row: number, { onPeople, around, inCorners }: Stops, map: Plane) {
  const y = row / height - 0.5;
  for (let column = 0, at = row * width; column < width; column += 1, at += 1) {
    const x = column / width - 0.5;
    const corner = inCorners * smoothstep(0.35, 0.75, Math.sqrt(x * x + y * y));
    const person = data[at] ?? 0;
    map.data[at] = 2 ** ((person * onPeople + (1 - person) * (around + corner)) / stopsPerDoubling);
  }
}
