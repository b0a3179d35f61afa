import { idDocuments } from "../../tools/id-photo/documents.ts";
import { matOfRegion, photoOfMat, type Region, resizePhoto, type Size, withMats } from "../opencv/filters.ts";
import { openCv } from "../opencv/opencv.ts";
import type { Photo } from "../work.ts";
import type { Face, Landmark, Point } from "../vision/faces.ts";
import { regionWithin } from "../vision/soft-map.ts";
import type { Sight } from "../vision/sight.ts";
import { closedSides, type Head, mostTurn, type Open, openSides, planFrame } from "./frame.ts";
import { clamp, type Plane } from "../pixels/plane.ts";

/** Measurements of a photo of one person; tools/id-photo/verdicts.ts judges it. Angles in degrees. */
export interface PortraitMeasures {
  /** Faces at least a quarter as large as the largest. */
  readonly faces: number;
  /** To the person's left is positive. */
  readonly yaw: number;
  /** Up is positive. */
  readonly pitch: number;
  /** The photo's clockwise is positive. */
  readonly roll: number;
  /** Height over width of the less open eye. */
  readonly eyesOpen: number;
  /** Gap of the lips over the width of the mouth. */
  readonly mouthOpen: number;
  /** Detail of the face over its contrast. */
  readonly sharpness: number;
  /** Chin to crown, px of the stored photo. */
  readonly headPixels: number;
  /** Darker cheek over the lighter one, linear light. */
  readonly evenness: number;
  /** Median and 95th percentile luma of the face. */
  readonly tone: number;
  readonly highlight: number;
  /** Space between the hair and the upper edge, and below the chin, in heads. */
  readonly above: number;
  readonly below: number;
  /** Documents for which the photo has too little around the head: with its own background, and with a new one. */
  readonly tooNarrow: { readonly own: readonly string[]; readonly replaced: readonly string[] };
}

const othersFrom = 0.25;
export const otherFaces = (face: Face, others: readonly Face[]): Face[] =>
  others.filter(({ size }) => size >= othersFrom * face.size);

/** `enlarged`: scale of the stored photo to the measured copy. Null without a face. Takes 0.5 s of CPU. */
export async function measurePortrait(sight: Sight, enlarged: number): Promise<PortraitMeasures | null> {
  const [face, ...others] = await sight.faces();
  if (!face) return null;
  const { photo } = sight;
  const { landmarks } = face;
  const people = await sight.people();
  const head = measureHead(face, people, photo);
  const without = (open: Open) => idDocuments.filter((each) => !planFrame(head, each, photo, open)).map(({ id }) => id);
  const height = head.toChin + head.toCrown;
  return {
    faces: 1 + otherFaces(face, others).length,
    ...poseOf(landmarks),
    eyesOpen: Math.min(...eyeLids.map((eye) => opening(landmarks, eye))),
    mouthOpen: opening(landmarks, innerLips),
    sharpness: sharpnessOf(face, photo),
    headPixels: Math.round(height * enlarged),
    ...lightOf(face, photo),
    above: (head.eyes.y - head.toHair) / height,
    below: (photo.height - head.eyes.y - head.toChin) / height,
    tooNarrow: { own: without(closedSides), replaced: without(openSides(people)) },
  };
}

/** Indices of MediaPipe Face Mesh: corner, corner, pairs above and below. */
const eyeLids = [
  [33, 133, 159, 145, 158, 153],
  [263, 362, 386, 374, 385, 380],
] as const;
const innerLips = [78, 308, 13, 14, 82, 87, 312, 317] as const;

function opening(landmarks: readonly Landmark[], [from, to, ...pairs]: readonly number[]): number {
  const point = (index: number | undefined): Point => landmarks[index ?? 0] ?? { x: 0, y: 0 };
  const apart = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
  let sum = 0;
  for (let at = 0; at < pairs.length; at += 2) sum += apart(point(pairs[at]), point(pairs[at + 1]));
  return sum / (pairs.length / 2) / Math.max(1, apart(point(from), point(to)));
}

const degrees = 180 / Math.PI;

/** From the mesh's depth: across the temples and down from the forehead to the chin. */
function poseOf(landmarks: readonly Landmark[]): Pick<PortraitMeasures, "yaw" | "pitch" | "roll"> {
  const point = (index: number) => ({ x: 0, y: 0, depth: 0, ...landmarks[index] });
  const { turn } = eyesOf(landmarks);
  const [right, left] = [point(234), point(454)];
  const [forehead, chin] = [point(10), point(152)];
  const across = Math.hypot(left.x - right.x, left.y - right.y);
  const down = Math.hypot(chin.x - forehead.x, chin.y - forehead.y);
  return {
    yaw: Math.atan2(left.depth - right.depth, across) * degrees,
    pitch: Math.atan2(forehead.depth - chin.depth, down) * degrees,
    roll: turn * degrees,
  };
}

/** Px: finer detail is noise, and a passport's print shows no more. */
const sharpSide = 320;

function sharpnessOf({ centre, size }: Face, photo: Photo): number {
  const cv = openCv();
  const reach = size / 2;
  const region: Region = regionWithin(
    { left: centre.x - reach, top: centre.y - reach, width: size, height: size },
    photo,
  );
  const face = withMats((keep) => photoOfMat(keep(matOfRegion(photo, region))));
  const scale = Math.min(1, sharpSide / Math.max(region.width, region.height));
  const small = resizePhoto(face, {
    width: Math.max(8, Math.round(region.width * scale)),
    height: Math.max(8, Math.round(region.height * scale)),
  });
  return withMats((keep) => {
    const grey = keep(new cv.Mat());
    cv.cvtColor(keep(matOfRegion(small, { left: 0, top: 0, ...small })), grey, cv.COLOR_RGB2GRAY);
    const detail = keep(new cv.Mat());
    cv.Laplacian(grey, detail, cv.CV_32F);
    const [mean, spread] = [keep(new cv.Mat()), keep(new cv.Mat())];
    cv.meanStdDev(grey, mean, spread);
    const contrast = spread.data64F[0] ?? 1;
    cv.meanStdDev(detail, mean, spread);
    return (spread.data64F[0] ?? 0) / Math.max(1, contrast);
  });
}

/** Points inside each cheek, away from beard line, nose and eyes. */
const cheeks = [
  [50, 101, 36, 205],
  [280, 330, 266, 425],
] as const;

function lightOf(
  { landmarks, centre, size }: Face,
  photo: Photo,
): Pick<PortraitMeasures, "evenness" | "tone" | "highlight"> {
  const [right = 0, left = 0] = cheeks.map((indices) => {
    const lights = indices.map((index) => lightAround(photo, landmarks[index] ?? centre, 0.04 * size));
    return lights.reduce((sum, light) => sum + light, 0) / lights.length;
  });
  const lumas: number[] = [];
  for (
    let y = Math.max(0, Math.round(centre.y - 0.4 * size));
    y < Math.min(photo.height, centre.y + 0.4 * size);
    y += 2
  ) {
    for (
      let x = Math.max(0, Math.round(centre.x - 0.3 * size));
      x < Math.min(photo.width, centre.x + 0.3 * size);
      x += 2
    ) {
      lumas.push(lumaAt(photo, x, y));
    }
  }
  lumas.sort((one, other) => one - other);
  const tone = (share: number) => lumas[Math.floor(share * (lumas.length - 1))] ?? 0;
  return { evenness: Math.min(left, right) / Math.max(1e-4, left, right), tone: tone(0.5), highlight: tone(0.95) };
}

function lightAround(photo: Photo, { x, y }: Point, radius: number): number {
  let [sum, count] = [0, 0];
  for (let row = Math.round(y - radius); row <= y + radius; row += 1) {
    for (let column = Math.round(x - radius); column <= x + radius; column += 1) {
      if (row < 0 || column < 0 || row >= photo.height || column >= photo.width) continue;
      sum += (lumaAt(photo, column, row) / 255) ** 2.2;
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

function lumaAt({ width, data }: Photo, x: number, y: number): number {
  const at = (y * width + x) * 3;
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
}

/** Indices of MediaPipe Face Mesh. */
const corners = { rightEye: [33, 133], leftEye: [362, 263], cheeks: [234, 454] } as const;
const chinAt = 152;

/** Eyes lie halfway between chin and crown: the classical canon of the head. */
const crownOfChin = 1;
/** A lower value means that a wrong outline cuts the head. */
const leastCrown = 0.8;

function eyesOf(landmarks: readonly Landmark[]): { right: Point; left: Point; middle: Point; turn: number } {
  const [right, left] = [meanOf(landmarks, corners.rightEye), meanOf(landmarks, corners.leftEye)];
  const middle = { x: (right.x + left.x) / 2, y: (right.y + left.y) / 2 };
  return { right, left, middle, turn: Math.atan2(left.y - right.y, left.x - right.x) };
}

/**
 * `outline`: the subject, 0 to 1, of any size. The crown is estimated from the face, and never above the outline: a
 * shaved head has no hair to subtract.
 */
export function measureHead({ landmarks }: Pick<Face, "landmarks">, outline: Plane, photo: Size): Head {
  const { middle: eyes, turn: tilt } = eyesOf(landmarks);
  const turn = clamp(-mostTurn, tilt, mostTurn);
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const along = ({ x, y }: Point) => (y - eyes.y) * cos - (x - eyes.x) * sin;
  const across = ({ x, y }: Point) => (x - eyes.x) * cos + (y - eyes.y) * sin;
  const toChin = along(landmarks[chinAt] ?? eyes);
  const cheeks = meanOf(landmarks, corners.cheeks);
  const toHair = topOfOutline(outline, photo, { eyes, turn, toChin });
  const byFace = crownOfChin * toChin;
  const toCrown = Math.max(leastCrown * toChin, Math.min(byFace, toHair));
  return { eyes, turn, toChin, toCrown, toHair: Math.max(toHair, toCrown), aside: across(cheeks) / 2 };
}

/** Px above the eyes where the outline ends, within the width of the head and twice its height. */
function topOfOutline(
  { width, height, data }: Plane,
  photo: Size,
  { eyes, turn, toChin }: Pick<Head, "eyes" | "turn" | "toChin">,
): number {
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const isSubject = (across: number, up: number) => {
    const x = Math.floor(((eyes.x + across * cos + up * sin) * width) / photo.width);
    const y = Math.floor(((eyes.y + across * sin - up * cos) * height) / photo.height);
    return x >= 0 && y >= 0 && x < width && y < height && (data[y * width + x] ?? 0) > 0.5;
  };
  const step = Math.max(1, toChin / 200);
  let top = 0;
  for (let up = 0; up < 2 * toChin; up += step) {
    let seen = 0;
    for (let share = -0.6; share <= 0.6; share += 0.1) if (isSubject(share * toChin, up)) seen += 1;
    if (seen === 0) break;
    // A single strand is not the head's top.
    if (seen > 1) top = up;
  }
  return top;
}

function meanOf(landmarks: readonly Landmark[], indices: readonly number[]): Point {
  const points = indices.map((index) => landmarks[index] ?? { x: 0, y: 0 });
  const sum = points.reduce((one, other) => ({ x: one.x + other.x, y: one.y + other.y }));
  return { x: sum.x / points.length, y: sum.y / points.length };
}
