import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { clamp, emptyPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { beardGround, landmark, lips, outlineOf, ringOf } from "./face-outlines.ts";
import { fillOutlines } from "./outline.ts";
import type { SeenFace } from "./seeing.ts";

/** Covered shares of the beard area: below the first a shadow, from the second a sure beard. */
const [leastCover, surelyCovered] = [0.22, 0.42];
/** Weight of the fuller half: side light hides half a beard, but a shadow on one half alone is no beard. */
const fullerShare = 0.25;
const cheeks = [
  [117, 118, 101],
  [346, 347, 330],
] as const;

/** Finds beards, 0 to 1: darker or greyer than the cheek above, on both sides of the face. */
export function beardOf(colour: LumaChroma, faces: readonly SeenFace[], scale: number, owner: Uint8Array): Plane {
  const { width, height } = colour.luma;
  const size = { width, height };
  const ground = fillOutlines(
    faces.map(({ landmarks }) => outlineOf(landmarks, beardGround)),
    size,
    scale,
  );
  const mouths = fillOutlines(
    faces.map(({ landmarks }) => ringOf(outlineOf(landmarks, lips.top), outlineOf(landmarks, lips.bottom))),
    size,
    scale,
    (face) => 0.012 * (faces[face]?.size ?? 0) * scale,
  );
  const beard = emptyPlane(width, height);
  for (const [index, face] of faces.entries()) {
    const box = boxOf(face, scale, size);
    const likeness = hairinessOf(colour, face, scale);
    const cover = [0, 0];
    const places = [1e-6, 1e-6];
    for (let y = box.top; y < box.bottom; y += 1) {
      for (let x = box.left; x < box.right; x += 1) {
        const at = y * width + x;
        const here = (ground.data[at] ?? 0) * (1 - (mouths.data[at] ?? 0));
        if (here < 0.1 || (owner[at] ?? 0) !== index) continue;
        const { hairy, side } = likeness(x, y, at);
        beard.data[at] = here * hairy;
        const half = side < 0.5 ? 0 : 1;
        cover[half] = (cover[half] ?? 0) + here * hairy;
        places[half] = (places[half] ?? 0) + here;
      }
    }
    const halves = [(cover[0] ?? 0) / (places[0] ?? 1), (cover[1] ?? 0) / (places[1] ?? 1)];
    const [least, most] = [Math.min(...halves), Math.max(...halves)];
    const sure = smoothstep(leastCover, surelyCovered, least + fullerShare * (most - least));
    for (let y = box.top; y < box.bottom; y += 1) {
      for (let x = box.left; x < box.right; x += 1) {
        const at = y * width + x;
        if ((owner[at] ?? 0) === index) beard.data[at] = (beard.data[at] ?? 0) * sure;
      }
    }
  }
  return beard;
}

function boxOf({ landmarks }: SeenFace, scale: number, { width, height }: { width: number; height: number }) {
  const points = outlineOf(landmarks, beardGround);
  const [xs, ys] = [points.map(({ x }) => x * scale), points.map(({ y }) => y * scale)];
  return {
    left: clamp(0, Math.floor(Math.min(...xs)), width),
    right: clamp(0, Math.ceil(Math.max(...xs)), width),
    top: clamp(0, Math.floor(Math.min(...ys)), height),
    bottom: clamp(0, Math.ceil(Math.max(...ys)), height),
  };
}

function hairinessOf({ luma, blueness, redness }: LumaChroma, { landmarks }: SeenFace, scale: number) {
  const { width, height } = luma;
  const [right, left] = cheeks.map((places) => {
    let [tone, chroma, count] = [0, 0, 0];
    for (const { x, y } of outlineOf(landmarks, places)) {
      const column = clamp(0, Math.round(x * scale), width - 1);
      const at = clamp(0, Math.round(y * scale), height - 1) * width + column;
      tone += luma.data[at] ?? 0;
      chroma += Math.hypot(blueness.data[at] ?? 0, redness.data[at] ?? 0);
      count += 1;
    }
    return { tone: tone / count, chroma: chroma / count };
  });
  const [from, to] = [landmark(landmarks, 234), landmark(landmarks, 454)];
  const [across, down] = [to.x - from.x, to.y - from.y];
  const length = across * across + down * down || 1;
  return (x: number, y: number, at: number) => {
    const side = clamp(0, ((x / scale - from.x) * across + (y / scale - from.y) * down) / length, 1);
    const tone = (right?.tone ?? 0) * (1 - side) + (left?.tone ?? 0) * side;
    const chroma = (right?.chroma ?? 0) * (1 - side) + (left?.chroma ?? 0) * side;
    const own = luma.data[at] ?? 0;
    const ownChroma = Math.hypot(blueness.data[at] ?? 0, redness.data[at] ?? 0);
    const dark = smoothstep(0.62, 0.42, own / Math.max(0.05, tone));
    const grey = smoothstep(0.55, 0.35, ownChroma / Math.max(0.03, chroma)) * smoothstep(0.03, 0.06, chroma);
    const white = grey * smoothstep(0.8, 0.95, own / Math.max(0.05, tone));
    return { hairy: Math.max(dark, 0.8 * white), side };
  };
}
