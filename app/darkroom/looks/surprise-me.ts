import type { SurpriseMeRecipe } from "../../tools/recipe.ts";
import type { Sight } from "../vision/sight.ts";
import { type OnProgress, type Photo, type Work, wishesUnused } from "../work.ts";
import type { Scene } from "./measure-scene.ts";
import { inRanges } from "../pixels/plane.ts";
import { prepareLooks } from "./prepare-looks.ts";
import { renderLooks } from "./render-looks.ts";
import type { Detail } from "./split-detail.ts";

export async function surpriseMe(sight: Sight, { wishes }: SurpriseMeRecipe, onProgress: OnProgress): Promise<Work> {
  await sight.faces();
  onProgress(0.25);
  const prepared = await prepareLooks(sight);
  onProgress(0.6);
  const { natural, bright, vivid } = renderLooks(prepared, ["natural", "bright", "vivid"]);
  freePlanes(prepared.detail);
  onProgress(0.9);
  if (!hasContrast(prepared.scene) || !isVisible(sight.photo, natural, prepared.finish)) {
    return { ok: false, problem: "no-gain", detail: "The natural look is hardly different from the photo." };
  }
  const looks = [
    { look: "bright" as const, picture: bright },
    { look: "vivid" as const, picture: vivid },
  ];
  return { ok: true, picture: natural, looks, ...(wishes ? { note: wishesUnused } : {}) };
}

/** Frees 8 bytes per pixel before the pictures are encoded, not at the next garbage collection. */
function freePlanes({ smooth, fine }: Detail): void {
  for (const { data } of [smooth, fine]) (data.buffer as ArrayBuffer).transfer(0);
}

/** Spread of at least one level. */
const hasContrast = ({ tones }: Scene): boolean => tones.spread > 1 / 255;

/** Levels of 255: differences visible on a phone; a finished photo needs more. */
const [leastVisible, leastWhenFinished] = [3, 3.8];

function isVisible(photo: Photo, picture: Photo, finish: number): boolean {
  const least = finish < 0.5 ? leastWhenFinished : leastVisible;
  let sum = 0;
  inRanges(photo.data.length, (from, to) => {
    sum += difference(photo.data, picture.data, from, to);
  });
  return sum >= least * photo.data.length;
}

function difference(one: Uint8Array, other: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum;
}
