import { softBlur } from "../opencv/filters.ts";
import { mapPlane, type Plane } from "../pixels/plane.ts";
import { clamp } from "../pixels/smoothstep.ts";
import type { Seen } from "./seeing.ts";

export function bareSkin({ face, skin }: Seen): Plane {
  return mapPlane(face, (own, at) => Math.max(own, skin.data[at] ?? 0));
}

const skinReach = 12;

export function meansOverSkin(bare: Plane, unit: number): (value: (at: number) => number) => Plane {
  const reach = skinReach * unit;
  const amount = softBlur(bare, reach);
  return (value) => {
    const sum = softBlur(
      mapPlane(bare, (own, at) => (own > 0 ? own * value(at) : 0)),
      reach,
    );
    return mapPlane(sum, (own, at) => own / ((amount.data[at] ?? 0) + 1e-3));
  };
}

/** Grows with the photo's gloom, so that lit skin is not lightened. */
export const openedForSkin = ({ gloom }: Seen): number => clamp(0, 0.6 * gloom, 1);
