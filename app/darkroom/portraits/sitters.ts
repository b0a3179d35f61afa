import { resizePhoto, resizePlane, sizeWithin } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import type { Plane } from "../pixels/plane.ts";
import type { Face } from "../vision/faces.ts";
import { type Body, bodyOf, type Head, headFromOutline, headOf } from "./heads.ts";
import { type FaceLight, facesLight } from "./face-light.ts";
import { type Cast, castOf } from "./photo-cast.ts";
import { withoutStrays } from "./stray-pieces.ts";

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
  const sitting = near.filter((face) => face.size > leastFace * (near[0]?.size ?? 0) && isIn(alpha, face, scale));
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
