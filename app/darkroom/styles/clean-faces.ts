import { type Region, softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { cropped, mapPlane, pasted, type Plane, product, smoothstep } from "../pixels/plane.ts";
import { regionWithin } from "../vision/soft-map.ts";
import { faceOval, outlineOf } from "./face-outlines.ts";
import type { Seen, SeenFace } from "./seeing.ts";

export interface CleanOptions {
  /** Removes features that a style draws itself. */
  bare: boolean;
  /** Share of modelling removed, 0 to 1. */
  share?: number;
}

/** Sheet px, and sheet px at 1600: smaller faces keep the photo's features. */
const [smallestDrawn, leastAt1600] = [28, 44];

export const leastDrawn = (sheetUnit: number): number => Math.max(smallestDrawn, leastAt1600 * sheetUnit);

const chromaShare = 1.25;

export const drawnFaces = ({ faces, sheetUnit }: Seen): SeenFace[] =>
  faces.filter(({ size }) => size >= leastDrawn(sheetUnit));

function ovalsOf(drawn: readonly SeenFace[], { faces, face, owner }: Seen): Plane {
  if (drawn.length === faces.length) return face;
  const isDrawn = faces.map((each) => drawn.includes(each));
  return mapPlane(face, (own, at) => (isDrawn[owner[at] ?? 0] ? own : 0));
}

/** Beyond `margin` canvas px around the ovals nothing is cleaned. */
function regionOf(drawn: readonly SeenFace[], { canvas, scale }: Seen, margin: number): Region {
  const points = drawn.flatMap(({ landmarks }) => outlineOf(landmarks, faceOval));
  const [xs, ys] = [points.map(({ x }) => x * scale), points.map(({ y }) => y * scale)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const [right, bottom] = [Math.max(...xs) + margin, Math.max(...ys) + margin];
  return regionWithin({ left, top, width: right - left, height: bottom - top }, canvas);
}

/** Smooths skin but keeps glasses, moustaches, deep wrinkles and hard shadows for the likeness. */
export function cleanFaces(colour: LumaChroma, seen: Seen, { bare, share = 0.85 }: CleanOptions): LumaChroma {
  const drawn = drawnFaces(seen);
  const middle = drawn[drawn.length >> 1];
  if (!middle) return colour;
  const size = middle.size * seen.scale;
  const sigma = Math.max(1.5, size * (bare ? 0.06 : 0.05));
  const region = regionOf(drawn, seen, 3 * sigma);
  const part = (plane: Plane) => cropped(plane, region);
  const ovals = part(ovalsOf(drawn, seen));
  const face = mapPlane(softBlur(ovals, size * 0.05), (own) => smoothstep(0.35, 0.95, own));
  const [skin, marks] = [part(seen.skin), part(seen.marks)];
  const own = { luma: part(colour.luma), blueness: part(colour.blueness), redness: part(colour.redness) };
  const weight = mapPlane(face, (own, at) => own * (skin.data[at] ?? 0) * (1 - (marks.data[at] ?? 0)) + 1e-5);
  const weights = softBlur(weight, sigma);
  const near = softBlur(marks, Math.max(0.6, size * 0.006));
  const meanOf = (plane: Plane): Plane =>
    mapPlane(softBlur(product(plane, weight), sigma), (sum, at) => sum / (weights.data[at] ?? 1));
  const meanLuma = meanOf(own.luma);
  const cleaned = mapPlane(face, (within, at) => {
    if (within < 0.02 || (weights.data[at] ?? 0) < 0.01) return 0;
    const [skinHere, mark] = [skin.data[at] ?? 0, near.data[at] ?? 0];
    const mean = meanLuma.data[at] ?? 0;
    const dark = smoothstep(0.22, 0.45, (mean - (own.luma.data[at] ?? 0)) / (mean + 0.03));
    const asSkin = share * skinHere * (1 - dark);
    return within * (bare ? Math.max(asSkin, mark) : asSkin * (1 - mark));
  });
  const towards = (name: keyof LumaChroma, mean: Plane, times = 1): Plane => {
    const clean = mapPlane(own[name], (value, at) => {
      return value + ((mean.data[at] ?? 0) - value) * Math.min(1, times * (cleaned.data[at] ?? 0));
    });
    return pasted(colour[name], clean, region);
  };
  return {
    luma: towards("luma", meanLuma),
    blueness: towards("blueness", meanOf(own.blueness), chromaShare),
    redness: towards("redness", meanOf(own.redness), chromaShare),
  };
}
