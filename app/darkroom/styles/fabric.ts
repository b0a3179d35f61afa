import { boxBlur, leastNearby, softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { clamp, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { connectedParts } from "./outline.ts";
import { blurColour, smoothGuided } from "./planes-smooth.ts";

/** From this likeness to skin, a place is examined. */
const alike = 0.35;
/** Canvas px at 940: finest detail, rim of limbs without judgement, and half a neighbourhood. */
const [fine, rim, reach] = [2, 3, 6];
/** The strongest detail that counts, a share of the local luma. */
const strongest = 0.12;
/** Limits in units of the detail of the same person's face. 32 photos: bare skin 0.2 to 1.5, fabric and locks 2.2 to 3.8. */
const [likeFace, unlikeFace] = [1.9, 2.6];
/** Least detail of a fabric: below it, compression decides. */
const leastDetail = 0.011;
/** Smaller shares of the examined skin are fingers, rings and creases. */
const leastShare = 0.03;
/** Square face sizes: smaller finds are hands, jewels and prints. */
const leastGarment = 0.8;
/** Canvas px at 940 over which plain folds join the fabric around them. */
const foldReach = 50;

interface SkinColoured {
  /** Likeness to the skin of the same person, 0 to 1. */
  readonly skin: Plane;
  readonly inner: Plane;
  /** 1 in faces and ears. */
  readonly heads: Plane;
  readonly owner: Uint8Array;
  /** Canvas px. */
  readonly faceSize: number;
  readonly unit: number;
}

/**
 * Finds knits, pleats, lace and locks of hair in the colours of skin, 0 to 1, so that no style paints a dress like bare
 * skin. They have finer detail than the same person's face. Null without any.
 */
export function fabricLikeSkin(
  colour: LumaChroma,
  { skin, inner, heads, owner, faceSize, unit }: SkinColoured,
): Plane | null {
  const px = (length: number) => Math.max(1, Math.round(length * unit));
  const examined = leastNearby(
    mapPlane(skin, (own) => (own > alike ? 1 : 0)),
    px(rim),
  );
  const around = boxBlur(colour.luma, px(fine));
  const detail = mapPlane(around, (level, at) =>
    examined.data[at] === 1 ? Math.min(strongest, Math.abs((colour.luma.data[at] ?? 0) - level) / (0.15 + level)) : 0,
  );
  const ofFaces = detailOfFaces(detail, examined, inner, owner);
  const [details, known] = [softBlur(detail, reach * unit), softBlur(examined, reach * unit)];
  let [share, all] = [0, 1];
  const textured = mapPlane(known, (area, at) => {
    const ofFace = ofFaces[owner[at] ?? 0];
    if (area < 0.05 || !ofFace || (heads.data[at] ?? 0) > 0.5) return 0;
    const fabric = area * smoothstep(likeFace * ofFace, unlikeFace * ofFace, (details.data[at] ?? 0) / area);
    share += fabric;
    all += area;
    return fabric;
  });
  if (share < leastShare * all) return null;
  const spread = smoothGuided({ luma: textured, blueness: known, redness: known }, blurColour(colour, fine * unit), {
    reach: foldReach * unit,
    range: 0.2,
    rounds: 2,
  });
  const fabric = mapPlane(spread.luma, (own, at) =>
    (heads.data[at] ?? 0) > 0.5 ? 0 : smoothstep(0.35, 0.55, own / ((spread.blueness.data[at] ?? 0) + 1e-3)),
  );
  const { labels, areas } = connectedParts(fabric, (value) => value > 0.1);
  const ofSkin = areas.map(() => 0);
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at] ?? 0;
    if (label > 0 && (skin.data[at] ?? 0) > alike) ofSkin[label] = (ofSkin[label] ?? 0) + 1;
  }
  const isGarment = ofSkin.map((area) => area > leastGarment * faceSize ** 2);
  return isGarment.includes(true) ? mapPlane(fabric, (own, at) => (isGarment[labels[at] ?? 0] ? own : 0)) : null;
}

/** Mean detail of each face; faces that are turned away have none. */
function detailOfFaces(detail: Plane, examined: Plane, inner: Plane, owner: Uint8Array): number[] {
  const faces: { sum: number; count: number }[] = [];
  for (let at = 0; at < detail.data.length; at += 1) {
    if (examined.data[at] !== 1 || (inner.data[at] ?? 0) < 0.6) continue;
    const face = (faces[owner[at] ?? 0] ??= { sum: 0, count: 0 });
    face.sum += detail.data[at] ?? 0;
    face.count += 1;
  }
  return faces.map(({ sum, count }) => Math.max(leastDetail / unlikeFace, sum / count));
}

const weaveGain = 2.2;
const strongestWeave = 0.14;

/** The threads and pleats of `fabric`: luma above or below their surroundings, for styles that paint flat colours. */
export function weaveOf(luma: Plane, fabric: Plane, unit: number): Plane {
  const around = softBlur(luma, 3.5 * unit);
  return mapPlane(fabric, (own, at) => {
    if (own === 0) return 0;
    const detail = weaveGain * ((luma.data[at] ?? 0) - (around.data[at] ?? 0));
    return own * clamp(-strongestWeave, detail, strongestWeave);
  });
}
