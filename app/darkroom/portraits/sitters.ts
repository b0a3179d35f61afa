import { boxBlur, resizePhoto, resizePlane, sizeWithin } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { emptyPlane, type Plane, rowsOf, smoothstep } from "../pixels/plane.ts";
import type { Face } from "../vision/faces.ts";
import { partsOf } from "../vision/parts.ts";
import { type Body, bodyOf, type Head, headFromOutline, headOf } from "./heads.ts";
import { type Cast, castOf, type FaceLight, facesLight } from "./match-light.ts";

export interface Sitters {
  readonly photo: Photo;
  /** Without loose pieces, at the photo's size. */
  readonly alpha: Plane;
  readonly faces: readonly Face[];
  readonly heads: readonly Head[];
  readonly body: Body;
  readonly light: FaceLight | null;
  readonly cast: Cast;
}

const leastFace = 0.35;
const [outlineSide, castSide] = [400, 240];

/** `alpha` has the photo's size; `longest` shrinks both (three times a preview's height suffices). Null when empty. */
export function measureSitters(
  photo: Photo,
  alpha: Plane,
  faces: readonly Face[],
  { longest = Infinity }: { longest?: number } = {},
): Sitters | null {
  const size = sizeWithin(photo, longest);
  const scale = size.width / photo.width;
  const near = scale < 1 ? faces.map((face) => scaledFace(face, scale)) : faces;
  const inCutOut = near.filter((face) => isIn(alpha, face, scale));
  const sitting = inCutOut.filter((face) => face.size > leastFace * (inCutOut[0]?.size ?? 0));
  return measured(resizePhoto(photo, size), resizePlane(alpha, size), sitting);
}

function measured(photo: Photo, wholeAlpha: Plane, faces: readonly Face[]): Sitters | null {
  const small = sizeWithin(photo, outlineSide);
  const scale = photo.width / small.width;
  const { alpha, outline } = withoutStrays(wholeAlpha, resizePlane(wholeAlpha, small), faces, scale);
  const body = bodyOf(outline, scale);
  if (!body) return null;
  const guessed = faces.length === 0 ? headFromOutline(outline, scale) : null;
  const heads = guessed ? [guessed] : faces.map(headOf);
  if (heads.length === 0) return null;
  const light = facesLight(photo, faces, alpha);
  const cast = castOf(resizePhoto(photo, sizeWithin(photo, castSide)), light?.skin ?? null);
  return { photo, alpha, faces, heads, body, light, cast };
}

/** Faces outside the cut-out are strangers. */
function isIn({ width, height, data }: Plane, { centre }: Face, scale: number): boolean {
  const x = Math.round(centre.x / scale);
  const y = Math.round(centre.y / scale);
  return x >= 0 && y >= 0 && x < width && y < height && (data[y * width + x] ?? 0) > 0.3;
}

function scaledFace(face: Face, scale: number): Face {
  const landmarks = face.landmarks.map(({ x, y, depth = 0 }) => ({ x: x * scale, y: y * scale, depth: depth * scale }));
  const centre = { x: face.centre.x * scale, y: face.centre.y * scale };
  return { ...face, centre, size: face.size * scale, landmarks };
}

const leastPiece = 0.12;
const joinedFrom = 0.3;

/** Removes loose pieces; `outline` is a smaller copy. */
function withoutStrays(
  alpha: Plane,
  outline: Plane,
  faces: readonly Face[],
  scale: number,
): { alpha: Plane; outline: Plane } {
  const { width, height } = outline;
  const { labels, sizes: areas } = partsOf(outline, joinedFrom);
  const largest = Math.max(0, ...areas);
  const stays = areas.map((area) => area > leastPiece * largest);
  for (const { centre } of faces) {
    const label = labels[Math.floor(centre.y / scale) * width + Math.floor(centre.x / scale)] ?? -1;
    if (label >= 0) stays[label] = true;
  }
  if (stays.every((stay) => stay)) return { alpha, outline };
  const remaining = emptyPlane(width, height);
  const cleared = emptyPlane(width, height);
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at] ?? -1;
    remaining.data[at] = label >= 0 && stays[label] ? 1 : 0;
    cleared.data[at] = label >= 0 && !stays[label] ? 0 : (outline.data[at] ?? 0);
  }
  return { alpha: times(alpha, boxBlur(remaining, 3)), outline: cleared };
}

function times(alpha: Plane, near: Plane): Plane {
  const product = emptyPlane(alpha.width, alpha.height);
  const read = rowsOf(near, alpha);
  for (let y = 0; y < alpha.height; y += 1) timesRow(alpha.data, y * alpha.width, read(y), product.data);
  return product;
}

function timesRow(alpha: Float32Array, start: number, near: Float32Array, into: Float32Array): void {
  for (let x = 0, at = start; x < near.length; x += 1, at += 1) {
    into[at] = (alpha[at] ?? 0) * smoothstep(0, 0.12, near[x] ?? 0);
  }
}
