import { openCv } from "../opencv/opencv.ts";
import { matOfPhoto, matOfRegion, photoOfMat, type Region, type Size, withMats } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { loadFaceNet, loadLandmarkNet, type Net, otherProcesses } from "./nets.ts";
import { regionWithin, shrunk } from "./soft-map.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Landmark extends Point {
  /** Photo px behind the head's middle; negative is nearer. */
  readonly depth?: number;
}

export interface Face {
  readonly centre: Point;
  /** Longer side of the landmarks' box. */
  readonly size: number;
  /** Radians, clockwise. */
  readonly turn: number;
  readonly sureness: number;
  /** Indices of MediaPipe Face Mesh. */
  readonly landmarks: readonly Landmark[];
}

const [cells, detectedFrom] = [48, 0.25];
/** Animal faces score 0.0. */
const presentFrom = 0.5;
/** Up to `mostExact` faces, all get an exact second run; with more, only the surest face does. */
const [mostFaces, mostExact] = [16, 3];
const marginAround = 1.5;

/** Largest first; 0.1 s of CPU plus 0.1 s per face, and up to 0.6 s in a group of small faces. */
export async function findFaces(photo: Photo): Promise<Face[]> {
  const [detector, landmarker] = await Promise.all([loadFaceNet(), loadLandmarkNet()]);
  const faces: Face[] = [];
  const locate = async (detected: readonly DetectedFace[]) => {
    const exact = detected.length > mostExact ? 1 : mostExact;
    for (const [at, face] of detected.entries()) {
      if (faces.length === mostFaces || !faces.every((other) => areApart(face, other))) continue;
      await otherProcesses();
      const located = await locateLandmarks(photo, face, landmarker, at < exact && faces.length < mostExact);
      if (located && faces.every((other) => areApart(located, other))) faces.push(located);
    }
  };
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height };
  await locate(await detectFaces(photo, whole, detector));
  for (const part of partsAround(faces, photo)) {
    await otherProcesses();
    await locate(await detectFaces(photo, part, detector));
  }
  return faces.toSorted((one, other) => other.size - one.size);
}

/** Least people in a group; sizes of its faces, and of any face, that hide others from the detector, as a share of the photo. */
const [leastInGroup, smallInGroup, small] = [3, 0.1, 0.045];
/** Margin above and below a group, and the least side of a part, in face sizes; least share of the photo's width. */
const [aboveGroup, leastPart, leastShare] = [2.5, 10, 0.42];
const leastOverlap = 0.15;
/** Px of the longer side; smaller copies serve previews, which have less time. */
const leastSide = 800;

/** Squares side by side in which the faces beside small ones are large enough for the detector. */
function partsAround(faces: readonly Face[], photo: Size): Region[] {
  const sizes = faces.map(({ size }) => size).toSorted((one, other) => one - other);
  const [median = 0, largest = Infinity] = [sizes[Math.floor(sizes.length / 2)], sizes.at(-1)];
  const longer = Math.max(photo.width, photo.height);
  const isGroup = faces.length >= leastInGroup && median < smallInGroup * longer;
  if (longer < leastSide || (largest > small * longer && !isGroup)) return [];
  const rows = faces.map(({ centre }) => centre.y);
  const top = Math.max(0, Math.min(...rows) - aboveGroup * median);
  const height = Math.min(photo.height, Math.max(...rows) + aboveGroup * median) - top;
  const width = Math.min(photo.width, Math.max(height, leastPart * median, leastShare * photo.width));
  const count = Math.ceil((photo.width - leastOverlap * width) / ((1 - leastOverlap) * width));
  return Array.from({ length: count }, (_, at) => {
    const left = count === 1 ? 0 : (at / (count - 1)) * (photo.width - width);
    return regionWithin({ left, top, width, height }, photo);
  });
}

function areApart(one: Square, other: Square): boolean {
  return (
    Math.hypot(one.centre.x - other.centre.x, one.centre.y - other.centre.y) > 0.5 * Math.max(one.size, other.size)
  );
}

/** 50 ms of CPU. */
export async function isFaceAt(photo: Photo, { centre, size, turn }: Pick<Face, "centre" | "size" | "turn">) {
  const landmarker = await loadLandmarkNet();
  const { presence } = await runLandmarks(photo, { centre, size: size * marginAround, turn }, landmarker);
  return presence >= presentFrom;
}

interface Square {
  readonly centre: Point;
  readonly size: number;
  readonly turn: number;
}

interface DetectedFace extends Square {
  readonly sureness: number;
}

async function detectFaces(photo: Photo, region: Region, net: Net): Promise<DetectedFace[]> {
  const { reshaped_classifier_face_4: scores, reshaped_regressor_face_4: places } = await net.run(
    letterboxed(photo, region, net.side),
  );
  if (!scores || !places) throw new Error("The face detector's outputs have other names than expected.");
  const longer = Math.max(region.width, region.height);
  const left = (longer - region.width) / 2 - region.left;
  const top = (longer - region.height) / 2 - region.top;
  const found: DetectedFace[] = [];
  for (const [cell, score] of scores.entries()) {
    const sureness = 1 / (1 + Math.exp(-score));
    if (sureness < detectedFrom) continue;
    const value = (index: number) => (places[cell * 16 + index] ?? 0) / net.side;
    const point = (index: number) => ({
      x: (value(index) + ((cell % cells) + 0.5) / cells) * longer - left,
      y: (value(index + 1) + (Math.floor(cell / cells) + 0.5) / cells) * longer - top,
    });
    const rightEye = point(4);
    const leftEye = point(6);
    found.push({
      sureness,
      centre: point(0),
      size: Math.max(value(2), value(3)) * longer,
      turn: Math.atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x),
    });
  }
  const distinct: DetectedFace[] = [];
  for (const face of found.toSorted((one, other) => other.sureness - one.sureness)) {
    if (distinct.every((other) => areApart(face, other))) distinct.push(face);
  }
  return distinct;
}

/** A second run on the square around the first run's points is exact. Null without a face. */
async function locateLandmarks(photo: Photo, detected: DetectedFace, net: Net, isExact: boolean): Promise<Face | null> {
  const first = await runLandmarks(photo, { ...detected, size: detected.size * marginAround }, net);
  if (first.presence < 0.1) return null;
  const closer = { ...first.square, size: first.square.size * marginAround };
  const second = isExact || first.presence < presentFrom ? await runLandmarks(photo, closer, net) : first;
  if (second.presence < presentFrom) return null;
  return { ...second.square, sureness: Math.min(detected.sureness, second.presence), landmarks: second.landmarks };
}

const eyeCorners = [33, 263] as const;

async function runLandmarks(photo: Photo, { centre, size, turn }: Square, net: Net) {
  const outputs = Object.values(await net.run(crop(photo, { centre, size, turn }, net.side)));
  const values = outputs.find(({ length }) => length === 1404);
  const presence = outputs.find(({ length }) => length === 1)?.[0];
  if (!values || presence === undefined) throw new Error("The landmark net's outputs have other shapes than expected.");
  const [across, down] = [Math.cos(turn), Math.sin(turn)];
  const landmarks = Array.from({ length: 468 }, (_, index) => {
    const u = (((values[index * 3] ?? 0) - net.side / 2) * size) / net.side;
    const v = (((values[index * 3 + 1] ?? 0) - net.side / 2) * size) / net.side;
    const depth = ((values[index * 3 + 2] ?? 0) * size) / net.side;
    return { x: centre.x + u * across - v * down, y: centre.y + u * down + v * across, depth };
  });
  return { presence: 1 / (1 + Math.exp(-presence)), landmarks, square: squareAround(landmarks) };
}

function squareAround(landmarks: readonly Point[]): Square {
  const [xs, ys] = [landmarks.map(({ x }) => x), landmarks.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const [rightEye, leftEye] = eyeCorners.map((index) => landmarks[index] ?? { x: 0, y: 0 });
  return {
    centre: { x: (left + right) / 2, y: (top + bottom) / 2 },
    size: Math.max(right - left, bottom - top),
    turn: rightEye && leftEye ? Math.atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x) : 0,
  };
}

function letterboxed(photo: Photo, region: Region, side: number): Uint8Array {
  const cv = openCv();
  const longer = Math.max(region.width, region.height);
  const size: Size = {
    width: Math.max(1, Math.round((region.width / longer) * side)),
    height: Math.max(1, Math.round((region.height / longer) * side)),
  };
  return withMats((keep) => {
    const small = keep(matOfPhoto(shrunk(photo, size, region)));
    const [left, top] = [Math.floor((side - size.width) / 2), Math.floor((side - size.height) / 2)];
    const [right, bottom] = [side - size.width - left, side - size.height - top];
    const square = keep(new cv.Mat());
    cv.copyMakeBorder(small, square, top, bottom, left, right, cv.BORDER_CONSTANT, new cv.Scalar(0, 0, 0, 0));
    return square.data.slice();
  });
}

function crop(photo: Photo, { centre, size, turn }: Square, side: number): Uint8Array {
  const cv = openCv();
  return withMats((keep) => {
    // Shrinks first, because warping samples single pixels and would alias.
    const shrink = Math.min(1, (1.5 * side) / size);
    const reach = 0.75 * size;
    const { left, top, ...extent } = regionWithin(
      { left: centre.x - reach, top: centre.y - reach, width: 2 * reach, height: 2 * reach },
      photo,
    );
    const around = keep(matOfRegion(photo, { left, top, ...extent }));
    const near = keep(new cv.Mat());
    if (shrink < 1) cv.resize(around, near, new cv.Size(0, 0), shrink, shrink, cv.INTER_AREA);
    else around.copyTo(near);
    const scale = side / (size * shrink);
    const [across, down] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
    const [x, y] = [(centre.x - left) * shrink, (centre.y - top) * shrink];
    const matrix = keep(
      cv.matFromArray(2, 3, cv.CV_64F, [
        across,
        down,
        side / 2 - across * x - down * y,
        -down,
        across,
        side / 2 + down * x - across * y,
      ]),
    );
    const square = keep(new cv.Mat());
    cv.warpAffine(
      near,
      square,
      matrix,
      new cv.Size(side, side),
      cv.INTER_LINEAR,
      cv.BORDER_CONSTANT,
      new cv.Scalar(0, 0, 0, 0),
    );
    return photoOfMat(square).data;
  });
}

/** A mask with 1 in the convex hulls of landmarks, scaled by `scale`. */
export function faceHulls(faces: readonly Face[], photo: Size, size: Size, scale = 1): Uint8Array {
  const cv = openCv();
  const across = size.width / photo.width;
  const down = size.height / photo.height;
  return withMats((keep) => {
    const map = keep(cv.Mat.zeros(size.height, size.width, cv.CV_8UC1));
    for (const { landmarks, centre } of faces) {
      const corners = landmarks.flatMap(({ x, y }) => [
        Math.round((centre.x + (x - centre.x) * scale) * across),
        Math.round((centre.y + (y - centre.y) * scale) * down),
      ]);
      if (corners.length === 0) continue;
      const points = keep(cv.matFromArray(corners.length / 2, 1, cv.CV_32SC2, corners));
      const hull = keep(new cv.Mat());
      cv.convexHull(points, hull);
      cv.fillConvexPoly(map, hull, new cv.Scalar(1, 0, 0, 0));
    }
    return map.data.slice();
  });
}
