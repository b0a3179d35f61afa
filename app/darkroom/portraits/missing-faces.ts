import type { Photo } from "../work.ts";
import type { Plane } from "../pixels/plane.ts";
import { type Face, findFaces, isFaceAt, type Point } from "../vision/faces.ts";
import { type Area, partOfPhoto } from "./part-of-photo.ts";

/** Smaller ones may be passers-by. */
const leastOfLargest = 0.5;
const surely = 0.7;
const leastCovered = 0.95;
const solidFrom = 0.8;
/** Landmarks of turned heads may lie beside the head. */
const drawnIn = 0.82;
const mostSearched = 3;
/** MediaPipe Face Mesh. */
const [forehead, chin] = [10, 152];
const searchArea = 2.6;

function mainFaces(faces: readonly Face[]): Face[] {
  const largest = Math.max(0, ...faces.map(({ size }) => size));
  return faces.filter(({ size, sureness }) => size >= leastOfLargest * largest && sureness >= surely);
}

export function cutFaces(faces: readonly Face[], { width, height, data }: Plane): Face[] {
  return mainFaces(faces).filter(({ landmarks, centre }) => {
    const places = landmarks.map((point) => ({
      x: Math.floor(centre.x + (point.x - centre.x) * drawnIn),
      y: Math.floor(centre.y + (point.y - centre.y) * drawnIn),
    }));
    const inside = places.filter(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height);
    const solid = inside.filter(({ x, y }) => (data[y * width + x] ?? 0) > solidFrom);
    return solid.length < leastCovered * inside.length;
  });
}

/** `frame` is the part of the photo that the picture shows. */
export async function missingFaces(faces: readonly Face[], picture: Photo, frame: Area): Promise<Face[]> {
  const main = mainFaces(faces);
  const outside = main.filter(({ centre, landmarks }) => {
    const isOutside = ({ x, y }: Point) => {
      const [across, down] = [(x - frame.left) / frame.width, (y - frame.top) / frame.height];
      return across < 0 || down < 0 || across > 1 || down > 1;
    };
    // A forehead beyond the photo's own edge cannot be shown.
    const edges = [forehead, chin].flatMap((index) => landmarks[index] ?? []).filter(({ y }) => y >= 0);
    return isOutside(centre) || edges.some(({ x, y }) => y < frame.top + frame.height && isOutside({ x, y }));
  });
  if (outside.length > 0 || main.length === 0 || main.length > mostSearched) return outside;
  const missing: Face[] = [];
  for (const face of main) {
    const place = placed(face, picture, frame);
    if (!(await isFaceAt(picture, place)) && !(await isSeenClosely(picture, place))) missing.push(face);
  }
  return missing;
}

type Place = Pick<Face, "centre" | "size" | "turn">;

function placed({ centre, size, turn }: Face, { height }: Photo, frame: Area): Place {
  const scale = height / frame.height;
  const [x, y] = [(centre.x - frame.left) * scale, (centre.y - frame.top) * scale];
  return { centre: { x, y }, size: size * scale, turn };
}

async function isSeenClosely(picture: Photo, { centre, size }: Place): Promise<boolean> {
  const side = size * searchArea;
  const area = { left: centre.x - side / 2, top: centre.y - side / 2, width: side, height: side };
  return (await findFaces(partOfPhoto(picture, area, { width: 384, height: 384 }))).length > 0;
}
