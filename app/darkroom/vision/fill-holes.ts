import { resizePhoto } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import type { Plane } from "../pixels/plane.ts";
import { partsOf } from "./gate.ts";

/** Mean likelihood in a hole: through a handle the network sees nothing at all. */
const doubted = 0.04;
const [insideFrom, outsideBelow] = [0.8, 0.05];
const levels = 8;
export const colourCells = levels ** 3;

/**
 * Fills holes of a thing where the saliency network doubts and the colours are rather the thing's than the
 * background's: cake on a plate, the label of a bottle. Handles, rims and wheels stay open.
 */
export function fillHoles(map: Plane, photo: Photo): Plane {
  const outside = partsOf({ ...map, data: map.data.map((likely) => 1 - likely) }, 0.5);
  const open = new Set<number>();
  const { width, height } = map;
  for (let x = 0; x < width; x += 1) {
    open.add(outside.labels[x] ?? -1).add(outside.labels[(height - 1) * width + x] ?? -1);
  }
  for (let y = 0; y < height; y += 1) {
    open.add(outside.labels[y * width] ?? -1).add(outside.labels[y * width + width - 1] ?? -1);
  }
  if (outside.sizes.every((_, label) => open.has(label))) return map;

  const colours = coarseColours(resizePhoto(photo, map));
  const [own, others] = [new Float64Array(colourCells), new Float64Array(colourCells)];
  let [ownArea, othersArea] = [1, 1];
  for (const [at, colour] of colours.entries()) {
    const likely = map.data[at] ?? 0;
    if (likely > insideFrom) {
      own[colour] = (own[colour] ?? 0) + 1;
      ownArea += 1;
    } else if (likely < outsideBelow && open.has(outside.labels[at] ?? -1)) {
      others[colour] = (others[colour] ?? 0) + 1;
      othersArea += 1;
    }
  }
  const likelihoods = new Float64Array(outside.sizes.length);
  const ownPixels = new Float64Array(outside.sizes.length);
  for (const [at, label] of outside.labels.entries()) {
    if (label < 0 || open.has(label)) continue;
    const colour = colours[at] ?? 0;
    likelihoods[label] = (likelihoods[label] ?? 0) + (map.data[at] ?? 0);
    if ((own[colour] ?? 0) / ownArea > (others[colour] ?? 0) / othersArea)
      ownPixels[label] = (ownPixels[label] ?? 0) + 1;
  }
  const fills = outside.sizes.map((size, label) => {
    if (open.has(label)) return false;
    return (likelihoods[label] ?? 0) > doubted * size && (ownPixels[label] ?? 0) > 0.5 * size;
  });
  return { ...map, data: map.data.map((likely, at) => (fills[outside.labels[at] ?? -1] ? 1 : likely)) };
}

/** Cells of a coarse RGB cube. */
export function coarseColours({ data }: Photo): Uint16Array {
  const step = 256 / levels;
  return Uint16Array.from({ length: data.length / 3 }, (_, at) => {
    const cell = (channel: number) => Math.floor((data[at * 3 + channel] ?? 0) / step);
    return (cell(0) * levels + cell(1)) * levels + cell(2);
  });
}
