import { resizePhoto, sizeWithin } from "../opencv/filters.ts";
import type { Photo } from "../photo.ts";
import { type Face, findFaces } from "../vision/faces.ts";
import type { Plane } from "../pixels/plane.ts";
import type { Area } from "./part-of-photo.ts";

/** At least this share of a face's landmarks lies in what is solid, or a part of the head was cut away. */
const leastCovered = 0.93;
const solidFrom = 0.8;
/** Faces are looked for on a copy this long, in pixels. */
const lookSide = 960;
/** A face is found again when one lies within this share of its size from its place. */
const near = 0.5;

/** Faces smaller than this share of the largest may be passers-by, who go with the background. */
const leastOfLargest = 0.5;
/** Below this sureness a pattern may have been taken for a face. */
const surely = 0.7;

/** The faces of which the alpha lost a part; those of passers-by may be lost whole. */
export function cutFaces(faces: readonly Face[], { width, height, data }: Plane): Face[] {
  const largest = Math.max(0, ...faces.map(({ size }) => size));
  return faces.filter(({ landmarks, size, sureness }) => {
    if (size < leastOfLargest * largest || sureness < surely) return false;
    const inside = landmarks.filter(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height);
    const solid = inside.filter(({ x, y }) => (data[Math.floor(y) * width + Math.floor(x)] ?? 0) > solidFrom);
    return solid.length < leastCovered * inside.length;
  });
}

/** The faces that are not found again in a picture that shows the area `frame` of their photo. */
export async function missingFaces(faces: readonly Face[], picture: Photo, frame: Area): Promise<Face[]> {
  if (faces.length === 0) return [];
  const small = resizePhoto(picture, sizeWithin(picture, lookSide));
  const scale = small.height / frame.height;
  const found = await findFaces(small);
  return faces.filter(({ centre, size }) => {
    const [x, y] = [(centre.x - frame.left) * scale, (centre.y - frame.top) * scale];
    return !found.some((face) => Math.hypot(face.centre.x - x, face.centre.y - y) < near * size * scale);
  });
}
