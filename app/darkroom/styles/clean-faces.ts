import { softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { mapPlane, type Plane } from "../pixels/plane.ts";
import { smoothstep } from "../pixels/smoothstep.ts";
import type { Seen, SeenFace } from "./seeing.ts";

export interface CleanOptions {
  least: number;
  /** Removes features that a style draws itself. */
  bare: boolean;
  /** Share of modelling removed, 0 to 1. */
  share?: number;
}

const smallestDrawn = 28;

const chromaShare = 1.25;

/** `least` in sheet px at 1600. */
export const drawnFaces = ({ faces, sheetUnit }: Seen, least: number): SeenFace[] =>
  faces.filter(({ size }) => size >= Math.max(smallestDrawn, least * sheetUnit));

function ovalsOfDrawn(seen: Seen, least: number): Plane {
  const drawn = drawnFaces(seen, least);
  const isDrawn = seen.faces.map((face) => drawn.includes(face));
  return mapPlane(seen.face, (own, at) => (isDrawn[seen.owner[at] ?? 0] ? own : 0));
}

/** Smooths skin but keeps glasses, moustaches, deep wrinkles and hard shadows for the likeness. */
export function cleanFaces(colour: LumaChroma, seen: Seen, { least, bare, share = 0.85 }: CleanOptions): LumaChroma {
  const drawn = drawnFaces(seen, least);
  const middle = drawn[drawn.length >> 1];
  if (!middle) return colour;
  const size = middle.size * seen.scale;
  const sigma = Math.max(1.5, size * (bare ? 0.06 : 0.05));
  const face = mapPlane(softBlur(ovalsOfDrawn(seen, least), size * 0.05), (own) => smoothstep(0.35, 0.95, own));
  const { skin, marks } = seen;
  const weight = mapPlane(face, (own, at) => own * (skin.data[at] ?? 0) * (1 - (marks.data[at] ?? 0)) + 1e-5);
  const weights = softBlur(weight, sigma);
  const near = softBlur(marks, Math.max(0.6, size * 0.006));
  const meanOf = (plane: Plane): Plane => {
    const weighted = mapPlane(plane, (own, at) => own * (weight.data[at] ?? 0));
    return mapPlane(softBlur(weighted, sigma), (sum, at) => sum / (weights.data[at] ?? 1));
  };
  const meanLuma = meanOf(colour.luma);
  const cleaned = mapPlane(face, (within, at) => {
    if (within < 0.02 || (weights.data[at] ?? 0) < 0.01) return 0;
    const [skinHere, mark] = [skin.data[at] ?? 0, near.data[at] ?? 0];
    const mean = meanLuma.data[at] ?? 0;
    const dark = smoothstep(0.22, 0.45, (mean - (colour.luma.data[at] ?? 0)) / (mean + 0.03));
    const asSkin = share * skinHere * (1 - dark);
    return within * (bare ? Math.max(asSkin, mark) : asSkin * (1 - mark));
  });
  const towards = (plane: Plane, mean: Plane, times = 1): Plane =>
    mapPlane(plane, (own, at) => own + ((mean.data[at] ?? 0) - own) * Math.min(1, times * (cleaned.data[at] ?? 0)));
  return {
    luma: towards(colour.luma, meanLuma),
    blueness: towards(colour.blueness, meanOf(colour.blueness), chromaShare),
    redness: towards(colour.redness, meanOf(colour.redness), chromaShare),
  };
}
