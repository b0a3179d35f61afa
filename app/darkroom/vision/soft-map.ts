import {
  matOfPhoto,
  matOfPlane,
  matOfRegion,
  photoOfMat,
  planeOfMat,
  type Region,
  resizePhoto,
  resizePlane,
  type Size,
  sizeWithin,
  withMats,
} from "../opencv/filters.ts";
import { openCv } from "../opencv/opencv.ts";
import type { Photo } from "../work.ts";
import { emptyPlane, inRanges, type Plane } from "../pixels/plane.ts";

/** Factor of shrinking from which a copy of half the size is as good as the photo. */
const fromHalf = 4;
const halves = new WeakMap<Photo, Photo>();

function halfOf(photo: Photo): Photo {
  const half =
    halves.get(photo) ?? resizePhoto(photo, { width: Math.ceil(photo.width / 2), height: Math.ceil(photo.height / 2) });
  halves.set(photo, half);
  return half;
}

/** A photo, or a region of it, at `size`. Steps that shrink it much share one copy of half its size. */
export function shrunk(photo: Photo, size: Size, region: Region = { left: 0, top: 0, ...photo }): Photo {
  if (Math.min(region.width / size.width, region.height / size.height) >= fromHalf) {
    const half = halfOf(photo);
    const [left, top, width, height] = [region.left / 2, region.top / 2, region.width / 2, region.height / 2];
    return resizedRegion(half, regionWithin({ left, top, width, height }, half), size);
  }
  return resizedRegion(photo, region, size);
}

function resizedRegion(photo: Photo, region: Region, { width, height }: Size): Photo {
  const cv = openCv();
  return withMats((keep) => {
    const out = keep(new cv.Mat());
    cv.resize(keep(matOfRegion(photo, region)), out, new cv.Size(width, height), 0, 0, cv.INTER_AREA);
    return photoOfMat(out);
  });
}

export const squareOf = (photo: Photo, region: Region, side: number): Uint8Array =>
  shrunk(photo, { width: side, height: side }, region).data;

const copies = new WeakMap<Photo, Photo>();

/** The photo at the size of a map. Ten steps of the search for the subject share one copy; do not write to it. */
export function photoAtMap(photo: Photo, { width, height }: Size): Photo {
  const last = copies.get(photo);
  if (last?.width === width && last.height === height) return last;
  const copy = shrunk(photo, { width, height });
  copies.set(photo, copy);
  return copy;
}

/** The map is 0 outside the region. */
export function placeMap(square: Float32Array, side: number, region: Region, photo: Size, size: Size): Plane {
  const scale = size.width / photo.width;
  const [left, top] = [Math.round(region.left * scale), Math.round(region.top * scale)];
  const width = Math.max(1, Math.min(size.width - left, Math.round(region.width * scale)));
  const height = Math.max(1, Math.min(size.height - top, Math.round(region.height * scale)));
  const part = resizePlane({ width: side, height: side, data: square }, { width, height });
  const map = emptyPlane(size.width, size.height);
  for (let y = 0; y < height; y += 1) {
    map.data.set(part.data.subarray(y * width, (y + 1) * width), (top + y) * size.width + left);
  }
  return map;
}

/** A square of the photo in px, turned clockwise by radians. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly turn: number;
}

/** The square, upright, at `pixels` px. Black beyond the photo, as in MediaPipe. */
export function cutSquare(photo: Photo, { x, y, side, turn }: Square, pixels: number): Uint8Array {
  const scale = Math.min(1, pixels / side);
  const copy = shrunk(photo, sizeWithin(photo, scale * Math.max(photo.width, photo.height)));
  const share = copy.width / photo.width;
  const [cos, sin, half] = [(side / pixels) * Math.cos(turn), (side / pixels) * Math.sin(turn), pixels / 2];
  const affine = [cos, -sin, x - half * (cos - sin), sin, cos, y - half * (sin + cos)].map((value) => value * share);
  const cv = openCv();
  return withMats((keep) => {
    const square = keep(new cv.Mat());
    const matrix = keep(cv.matFromArray(2, 3, cv.CV_64F, affine));
    const flags = cv.INTER_LINEAR | cv.WARP_INVERSE_MAP;
    cv.warpAffine(keep(matOfPhoto(copy)), square, matrix, new cv.Size(pixels, pixels), flags);
    return photoOfMat(square).data;
  });
}

/** Puts a map of the upright square back; 0 outside. */
export function placeSquare(data: Float32Array, { x, y, side, turn }: Square, photo: Size, size: Size): Plane {
  const pixels = Math.sqrt(data.length);
  const step = photo.width / size.width;
  const [cos, sin, half] = [(pixels / side) * Math.cos(turn), (pixels / side) * Math.sin(turn), pixels / 2];
  const affine = [cos * step, sin * step, half - cos * x - sin * y, -sin * step, cos * step, half + sin * x - cos * y];
  const cv = openCv();
  return withMats((keep) => {
    const map = keep(new cv.Mat());
    const matrix = keep(cv.matFromArray(2, 3, cv.CV_64F, affine));
    const square = keep(matOfPlane({ width: pixels, height: pixels, data }));
    const flags = cv.INTER_LINEAR | cv.WARP_INVERSE_MAP;
    cv.warpAffine(square, map, matrix, new cv.Size(size.width, size.height), flags);
    return planeOfMat(map);
  });
}

export function regionAbove(map: Plane, least: number, margin: number, photo: Size): Region | null {
  let [left, top, right, bottom] = [map.width, map.height, -1, -1];
  for (let y = 0; y < map.height; y += 1) {
    const row = map.data.subarray(y * map.width, (y + 1) * map.width);
    const first = firstAbove(row, least);
    if (first < 0) continue;
    left = Math.min(left, first);
    right = Math.max(right, lastAbove(row, least));
    if (bottom < 0) top = y;
    bottom = y;
  }
  if (right < 0) return null;
  const scale = photo.width / map.width;
  const [across, down] = [(right - left + 1) * scale * margin, (bottom - top + 1) * scale * margin];
  return regionWithin(
    {
      left: left * scale - across,
      top: top * scale - down,
      width: (right - left + 1) * scale + 2 * across,
      height: (bottom - top + 1) * scale + 2 * down,
    },
    photo,
  );
}

function firstAbove(row: Float32Array, least: number): number {
  for (let x = 0; x < row.length; x += 1) if ((row[x] ?? 0) >= least) return x;
  return -1;
}

function lastAbove(row: Float32Array, least: number): number {
  for (let x = row.length - 1; x >= 0; x -= 1) if ((row[x] ?? 0) >= least) return x;
  return -1;
}

export function regionWithin({ left, top, width, height }: Region, photo: Size): Region {
  const from = {
    left: Math.min(photo.width - 1, Math.max(0, Math.floor(left))),
    top: Math.min(photo.height - 1, Math.max(0, Math.floor(top))),
  };
  return {
    ...from,
    width: Math.max(1, Math.min(photo.width, Math.ceil(left + width)) - from.left),
    height: Math.max(1, Math.min(photo.height, Math.ceil(top + height)) - from.top),
  };
}

/** Mirrors a square left to right; `depth` values belong to one place. */
export function mirrored<Values extends Uint8Array | Float32Array>(
  square: Values,
  side: number,
  depth: number,
): Values {
  const turned = square.slice() as Values;
  for (let start = 0; start < square.length; start += side * depth) mirrorRow(square, turned, start, side, depth);
  return turned;
}

function mirrorRow(
  square: Uint8Array | Float32Array,
  into: Uint8Array | Float32Array,
  start: number,
  side: number,
  depth: number,
): void {
  for (let x = 0; x < side; x += 1) {
    const [to, from] = [start + x * depth, start + (side - 1 - x) * depth];
    for (let layer = 0; layer < depth; layer += 1) into[to + layer] = square[from + layer] ?? 0;
  }
}

/** Rises from 0 at the region's rim to 1 at `share` of its longer side. The photo's edges are no rim. */
export function rimTrust(region: Region, photo: Size, x: number, y: number, share: number): number {
  const [right, bottom] = [region.left + region.width, region.top + region.height];
  const nearest = Math.min(
    region.left > 0 ? x - region.left : Infinity,
    right < photo.width ? right - x : Infinity,
    region.top > 0 ? y - region.top : Infinity,
    bottom < photo.height ? bottom - y : Infinity,
  );
  return Math.max(0, Math.min(1, nearest / (share * Math.max(region.width, region.height))));
}

export function areaAbove({ data }: Plane, least: number): number {
  let count = 0;
  inRanges(data.length, (from, to) => {
    count += countAbove(data, least, from, to);
  });
  return count / data.length;
}

function countAbove(values: Float32Array, least: number, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if ((values[at] ?? 0) > least) count += 1;
  return count;
}

export function overlap(one: Plane, other: Plane): number {
  let both = 0;
  inRanges(one.data.length, (from, to) => {
    both += countInBoth(one.data, other.data, from, to);
  });
  const either = Math.round((areaAbove(one, 0.5) + areaAbove(other, 0.5)) * one.data.length) - both;
  return either === 0 ? 0 : both / either;
}

function countInBoth(one: Float32Array, other: Float32Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if ((one[at] ?? 0) > 0.5 && (other[at] ?? 0) > 0.5) count += 1;
  return count;
}

export function certainty(map: Plane, certainFrom = 0.9): number {
  return areaAbove(map, certainFrom) / Math.max(1e-6, areaAbove(map, 0.15 * (certainFrom / 0.9)));
}

export function likelihood(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

export function logOdds(share: number, least: number, most: number): number {
  const odds = Math.log(Math.max(1e-6, share) / Math.max(1e-6, 1 - share));
  return Math.min(most, Math.max(least, odds));
}
