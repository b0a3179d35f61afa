import type { Photo } from "../photo.ts";
import { smoothstep } from "../pixels/smoothstep.ts";
import { expose } from "./expose.ts";
import type { Scene } from "./measure-scene.ts";
import type { Detail } from "./split-detail.ts";

/** What is measured about the need of a photo. */
interface Measured {
  readonly scene: Scene;
  readonly detail: Detail;
  readonly blocks: number;
}

/** How much is wrong with a photo: about 0.5 for one that is as good as it gets, 3 and more in poor light. */
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

/** How much of a look's taste a photo gets: all as it comes from a camera, a third when it has been finished before. */
export function finishFor(need: number): number {
  return 1 - 0.65 * smoothstep(1.2, 0.5, need);
}

/** A picture whose tones differ by less than one level of 255 on average shows nothing that could be enhanced. */
export const showsSomething = ({ tones }: Scene): boolean => tones.spread > 1 / 255;

/** A smaller mean difference, of 255, is not seen side by side on a phone; one who finished the photo expects more. */
const [leastVisible, leastWhenFinished] = [3, 3.8];

/** Whether a picture differs from its photo so much that it shows. `finish`: as in `finishFor`. */
export function isVisible(photo: Photo, picture: Photo, finish: number): boolean {
  const least = finish < 0.5 ? leastWhenFinished : leastVisible;
  let sum = 0;
  for (let at = 0; at < photo.data.length; at += 1) sum += Math.abs((photo.data[at] ?? 0) - (picture.data[at] ?? 0));
  return sum >= least * photo.data.length;
}
