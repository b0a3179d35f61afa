import type { Size } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { clamp, emptyPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { beardGround, landmark, lips, outlineOf, ringOf } from "./face-outlines.ts";
import { fillOutlines } from "./outline.ts";
import type { SeenFace } from "./seeing.ts";

/** Likelihood of hair on the chin and on both sides of it: below the first none, from the second a beard. */
const [shadedChin, beardedChin] = [0.3, 0.5];
const [shadedSides, beardedSides] = [0.35, 0.55];
/** Mean Laplacian as a share of the luma: shade is smooth, hairs are not. */
const [smooth, hairy] = [0.14, 0.26];

/** Places of the chin, of both halves of the jaw and of a moustache. */
const chin = [199, 200, 175, 208, 428] as const;
const jaws = [
  [136, 150, 210, 214],
  [365, 379, 430, 434],
] as const;
const moustache = [
  [167, 165, 92],
  [393, 391, 322],
] as const;
/** Share of the face's size. */
const placeRadius = 0.025;

const cheeks = [
  [117, 118, 101],
  [346, 347, 330],
] as const;

/** Likelihood of hair instead of skin at a place of the canvas. */
type Hairiness = (x: number, y: number) => number;

/**
 * Finds beards, 0 to 1: darker or greyer than the cheek above, textured, on the chin and on both sides of it. Shade
 * from a side or from above is smooth or leaves one of these bare.
 */
export function beardOf(colour: LumaChroma, faces: readonly SeenFace[], scale: number, owner: Uint8Array): Plane {
  const { width, height } = colour.luma;
  const ground = fillOutlines(
    faces.map(({ landmarks }) => outlineOf(landmarks, beardGround)),
    { width, height },
    scale,
  );
  const mouths = fillOutlines(
    faces.map(({ landmarks }) => ringOf(outlineOf(landmarks, lips.top), outlineOf(landmarks, lips.bottom))),
    { width, height },
    scale,
    (face) => 0.012 * (faces[face]?.size ?? 0) * scale,
  );
  const beard = emptyPlane(width, height);
  for (const [index, face] of faces.entries()) {
    const hairAt = hairinessOf(colour, face, scale);
    const placed = placement(face, hairAt, scale);
    if (placed === 0) continue;
    const places: number[] = [];
    const box = boxOf(face, scale, { width, height });
    for (let y = box.top; y < box.bottom; y += 1) {
      for (let x = box.left; x < box.right; x += 1) {
        const at = y * width + x;
        const here = (ground.data[at] ?? 0) * (1 - (mouths.data[at] ?? 0));
        if (here < 0.1 || (owner[at] ?? 0) !== index) continue;
        beard.data[at] = here * hairAt(x, y);
        places.push(at);
      }
    }
    const sure = placed * smoothstep(smooth, hairy, textureOf(colour.luma, beard, places));
    for (const at of places) beard.data[at] = (beard.data[at] ?? 0) * sure;
  }
  return beard;
}

/** 0 to 1. Counts a moustache instead of the jaw's halves: a goatee. */
function placement({ landmarks, size }: SeenFace, hairAt: Hairiness, scale: number): number {
  const radius = Math.max(1, Math.round(placeRadius * size * scale));
  const meanOf = (places: readonly number[]) => {
    let [sum, count] = [0, 0];
    for (const { x, y } of outlineOf(landmarks, places)) {
      for (let down = -radius; down <= radius; down += 1) {
        for (let across = -radius; across <= radius; across += 1) {
          sum += hairAt(Math.round(x * scale) + across, Math.round(y * scale) + down);
          count += 1;
        }
      }
    }
    return sum / count;
  };
  const sides = Math.max(Math.min(...jaws.map(meanOf)), Math.min(...moustache.map(meanOf)));
  return smoothstep(shadedChin, beardedChin, meanOf(chin)) * smoothstep(shadedSides, beardedSides, sides);
}

function textureOf({ width, data }: Plane, beard: Plane, places: readonly number[]): number {
  let [sum, count] = [0, 0];
  for (const at of places) {
    if ((beard.data[at] ?? 0) < 0.3) continue;
    const own = data[at] ?? 0;
    const around = (next: number) => data[at + next] ?? own;
    sum += Math.abs(4 * own - around(-1) - around(1) - around(-width) - around(width)) / Math.max(0.05, own);
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

function boxOf({ landmarks }: SeenFace, scale: number, { width, height }: Size) {
  const points = outlineOf(landmarks, beardGround);
  const [xs, ys] = [points.map(({ x }) => x * scale), points.map(({ y }) => y * scale)];
  return {
    left: clamp(0, Math.floor(Math.min(...xs)), width),
    right: clamp(0, Math.ceil(Math.max(...xs)), width),
    top: clamp(0, Math.floor(Math.min(...ys)), height),
    bottom: clamp(0, Math.ceil(Math.max(...ys)), height),
  };
}

function hairinessOf({ luma, blueness, redness }: LumaChroma, { landmarks }: SeenFace, scale: number): Hairiness {
  const { width, height } = luma;
  const indexOf = (x: number, y: number) => clamp(0, y, height - 1) * width + clamp(0, x, width - 1);
  const [right, left] = cheeks.map((places) => {
    let [tone, chroma, count] = [0, 0, 0];
    for (const { x, y } of outlineOf(landmarks, places)) {
      const at = indexOf(Math.round(x * scale), Math.round(y * scale));
      tone += luma.data[at] ?? 0;
      chroma += Math.hypot(blueness.data[at] ?? 0, redness.data[at] ?? 0);
      count += 1;
    }
    return { tone: tone / count, chroma: chroma / count };
  });
  const [from, to] = [landmark(landmarks, 234), landmark(landmarks, 454)];
  const [across, down] = [to.x - from.x, to.y - from.y];
  const length = across * across + down * down || 1;
  return (x, y) => {
    const at = indexOf(x, y);
    const side = clamp(0, ((x / scale - from.x) * across + (y / scale - from.y) * down) / length, 1);
    const tone = (right?.tone ?? 0) * (1 - side) + (left?.tone ?? 0) * side;
    const chroma = (right?.chroma ?? 0) * (1 - side) + (left?.chroma ?? 0) * side;
    const own = luma.data[at] ?? 0;
    const ownChroma = Math.hypot(blueness.data[at] ?? 0, redness.data[at] ?? 0);
    const dark = smoothstep(0.62, 0.42, own / Math.max(0.05, tone));
    const grey = smoothstep(0.55, 0.35, ownChroma / Math.max(0.03, chroma)) * smoothstep(0.03, 0.06, chroma);
    const white = grey * smoothstep(0.8, 0.95, own / Math.max(0.05, tone));
    return Math.max(dark, 0.8 * white);
  };
}
