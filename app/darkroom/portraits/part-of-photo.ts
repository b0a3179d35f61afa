import type { Mat } from "@techstark/opencv-js";
import { matOfPhoto, matOfPlane, photoOfMat, planeOfMat, type Size, withMats } from "../opencv/filters.ts";
import { openCv } from "../opencv/opencv.ts";
import type { Photo } from "../work.ts";
import { inRanges, type Plane } from "../pixels/plane.ts";

/** In photo px; may exceed the photo. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

const sharpenFrom = 1.25;

export function partOfPhoto(photo: Photo, area: Area, size: Size): Photo {
  const cv = openCv();
  return withMats((keep) => {
    const part = keep(new cv.Mat());
    warp(keep(matOfPhoto(photo)), part, area, size, cv.BORDER_REPLICATE);
    const scale = size.height / area.height;
    if (scale < sharpenFrom) return photoOfMat(part);
    const soft = keep(new cv.Mat());
    const sigma = Math.min(2.2, 0.7 * scale);
    cv.GaussianBlur(part, soft, new cv.Size(0, 0), sigma, sigma, cv.BORDER_REPLICATE);
    const amount = Math.min(0.75, 0.5 * (scale - 1));
    const sharp = keep(new cv.Mat());
    cv.addWeighted(part, 1 + amount, soft, -amount, 0, sharp);
    return photoOfMat(sharp);
  });
}

export function partOfPlane(plane: Plane, area: Area, size: Size): Plane {
  const cv = openCv();
  return withMats((keep) => {
    const part = keep(new cv.Mat());
    warp(keep(matOfPlane(plane)), part, area, size, cv.BORDER_CONSTANT);
    const { width, height, data } = planeOfMat(part);
    inRanges(data.length, (from, to) => limit(data, from, to));
    return { width, height, data };
  });
}

/** Cubic interpolation overshoots. */
function limit(shares: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) shares[at] = Math.min(1, Math.max(0, shares[at] ?? 0));
}

/** Area means first: warping samples single pixels and would alias. */
function warp(from: Mat, to: Mat, area: Area, size: Size, border: number): void {
  const cv = openCv();
  withMats((keep) => {
    const scale = { x: size.width / area.width, y: size.height / area.height };
    const shrink = Math.min(1, scale.y * 1.25);
    const near = keep(new cv.Mat());
    if (shrink < 0.9) cv.resize(from, near, new cv.Size(0, 0), shrink, shrink, cv.INTER_AREA);
    const source = shrink < 0.9 ? near : from;
    const shrunk = { x: source.cols / from.cols, y: source.rows / from.rows };
    const [across, down] = [scale.x / shrunk.x, scale.y / shrunk.y];
    const matrix = keep(
      cv.matFromArray(2, 3, cv.CV_64F, [
        across,
        0,
        (0.5 * shrunk.x - area.left * shrunk.x) * across - 0.5,
        0,
        down,
        (0.5 * shrunk.y - area.top * shrunk.y) * down - 0.5,
      ]),
    );
    const black = new cv.Scalar(0, 0, 0, 0);
    cv.warpAffine(source, to, matrix, new cv.Size(size.width, size.height), cv.INTER_CUBIC, border, black);
  });
}
