import { resizePhoto } from "../opencv/filters.ts";
import type { Plane } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { coarseColours, colourCells } from "./fill-holes.ts";

/** Share of the salient find within people. */
const mostWithin = 0.95;
const [surely, hardly] = [0.8, 0.2];
/** Of a colour's share in the rest, from which on it is a background's colour. */
const sharedFrom = 0.1;
/** Share of the rest in the background's colours. */
const mostShared = 0.7;

/**
 * Whether the saliency network sees only a part of people, as hair without the coat below it: its find lies within
 * them, and their rest is not in the colours of the background, as the ground below an animal is.
 */
export function isPartOfPeople(photo: Photo, people: Plane, salient: Plane): boolean {
  const colours = coarseColours(resizePhoto(photo, people));
  const [rest, background] = [new Float64Array(colourCells), new Float64Array(colourCells)];
  let [both, found, restArea, backgroundArea] = [0, 0, 0, 1];
  for (const [at, colour] of colours.entries()) {
    const [person, thing] = [people.data[at] ?? 0, salient.data[at] ?? 0];
    if (thing > 0.5) found += 1;
    if (thing > 0.5 && person > 0.5) both += 1;
    if (person > surely && thing < hardly) {
      restArea += 1;
      rest[colour] = (rest[colour] ?? 0) + 1;
    } else if (person < hardly && thing < hardly) {
      backgroundArea += 1;
      background[colour] = (background[colour] ?? 0) + 1;
    }
  }
  if (restArea === 0 || both < mostWithin * found) return false;
  const shared = rest.reduce((sum, count, colour) => {
    const density = (background[colour] ?? 0) / backgroundArea;
    return density > (sharedFrom * count) / restArea ? sum + count : sum;
  }, 0);
  return shared < mostShared * restArea;
}
