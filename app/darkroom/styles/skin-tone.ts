import { softBlur } from "../opencv/filters.ts";
import { mapPlane, type Plane } from "../pixels/plane.ts";
import { clamp } from "../pixels/smoothstep.ts";
import type { Seen } from "./seeing.ts";

/** Bare skin and whole faces, 0 to 1. */
export function bareSkin({ face, skin }: Seen): Plane {
  return mapPlane(face, (own, at) => Math.max(own, skin.data[at] ?? 0));
}

/** How far around a place skin is averaged, in canvas units. */
const skinReach = 12;

/**
 * The mean of a value over the skin around each place: what a style has to add so that skin keeps its colour on
 * average, when `value` is how much is missing.
 */
export function meanOverSkin(bare: Plane, unit: number, value: (at: number) => number): Plane {
  const reach = skinReach * unit;
  const amount = softBlur(bare, reach);
  const sum = softBlur(
    mapPlane(bare, (own, at) => (own > 0 ? own * value(at) : 0)),
    reach,
  );
  return mapPlane(sum, (own, at) => own / ((amount.data[at] ?? 0) + 1e-3));
}

/** How much of the opened shadows skin gets: none in a well lit photo, so that nobody turns lighter than they were. */
export const openedForSkin = ({ gloom }: Seen): number => clamp(0, 0.6 * gloom, 1);
