import type { Photo } from "../work.ts";
import { smoothstep } from "../pixels/plane.ts";
import { expose } from "./expose.ts";
import type { Scene } from "./measure-scene.ts";
import type { Detail } from "./split-detail.ts";

interface Measured {
  readonly scene: Scene;
  readonly detail: Detail;
  readonly blocks: number;
}

/** About 0.5 for a finished photo, 3 and more in poor light. */
export function needOf({ scene, detail, blocks }: Measured): number {
  const { tones, cast, haze, colour } = scene;
  const { stops, peopleStops, highKey } = expose(scene);
  const beyond = (value: number, from: number, full: number) => Math.max(0, (value - from) / full);
  const isColour = colour > 0.01 ? 1 : 0;
  const flatness =
    beyond(tones.black, 0.02, 0.1) + beyond(0.2, tones.spread, 0.1) + beyond(0.12, colour, 0.1) * isColour;
  return (
    Math.abs(stops) / 0.4 +
    peopleStops / 0.3 +
    (cast.trust * Math.hypot(cast.tint.red, cast.tint.blue)) / 0.25 +
    haze.strength +
    Math.min(1, detail.noise / 0.02) +
    0.8 * detail.softness +
    0.3 * blocks +
    (1 - highKey) * flatness +
    beyond(1 - tones.brightest, 0.02, 0.15) +
    beyond(tones.spread, 0.31, 0.1) +
    beyond(0.13, tones.low, 0.1)
  );
}

/** Share of the look: 1 for a camera's photo, a third for a finished one. */
export function finishFor(need: number): number {
  return 1 - 0.65 * smoothstep(1.2, 0.5, need);
}

/** Spread of at least one level. */
export const hasContrast = ({ tones }: Scene): boolean => tones.spread > 1 / 255;

/** Levels of 255: differences visible on a phone; a finished photo needs more. */
const [leastVisible, leastWhenFinished] = [3, 3.8];

export function isVisible(photo: Photo, picture: Photo, finish: number): boolean {
  const least = finish < 0.5 ? leastWhenFinished : leastVisible;
  let sum = 0;
  for (let at = 0; at < photo.data.length; at += 1) sum += Math.abs((photo.data[at] ?? 0) - (picture.data[at] ?? 0));
  return sum >= least * photo.data.length;
}
