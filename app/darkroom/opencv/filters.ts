import type { Mat } from "@techstark/opencv-js";
import type { Photo } from "../work.ts";
import { isEmpty, type Plane } from "../pixels/plane.ts";
import { openCv } from "./opencv.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Region extends Size {
  readonly left: number;
  readonly top: number;
}

/** Frees matrices: WebAssembly memory has no garbage collector. */
export function withMats<Result>(
  work: (track: <Held extends { delete(): void }>(mat: Held) => Held) => Result,
): Result {
  const tracked: { delete(): void }[] = [];
  try {
    return work((one) => {
      tracked.push(one);
      return one;
    });
  } finally {
    for (const one of tracked) one.delete();
  }
}

export function matOfPlane({ width, height, data }: Plane): Mat {
  const mat = new (openCv().Mat)(height, width, openCv().CV_32F);
  mat.data32F.set(data);
  return mat;
}

export function matOfPhoto({ width, height, data }: Photo): Mat {
  const mat = new (openCv().Mat)(height, width, openCv().CV_8UC3);
  mat.data.set(data);
  return mat;
}

/** WebAssembly memory never shrinks, so only the region is copied. */
export function matOfRegion({ width, data }: Photo, region: Region): Mat {
  const mat = new (openCv().Mat)(region.height, region.width, openCv().CV_8UC3);
  const to = mat.data;
  for (let row = 0; row < region.height; row += 1) {
    const from = ((region.top + row) * width + region.left) * 3;
    to.set(data.subarray(from, from + region.width * 3), row * region.width * 3);
  }
  return mat;
}

export const planeOfMat = (mat: Mat): Plane => ({ width: mat.cols, height: mat.rows, data: mat.data32F.slice() });
export const photoOfMat = (mat: Mat): Photo => ({ width: mat.cols, height: mat.rows, data: mat.data.slice() });

function filtered(plane: Plane, apply: (from: Mat, out: Mat) => void): Plane {
  return withMats((keep) => {
    const from = keep(matOfPlane(plane));
    const out = keep(new (openCv().Mat)());
    apply(from, out);
    return planeOfMat(out);
  });
}

/** Mean over `2 * radius + 1` px squared; edges repeat. */
export function boxBlur(plane: Plane, radius: number): Plane {
  const cv = openCv();
  const side = 2 * radius + 1;
  return filtered(plane, (from, out) =>
    cv.boxFilter(from, out, -1, new cv.Size(side, side), new cv.Point(-1, -1), true, cv.BORDER_REPLICATE),
  );
}

/** `sigma` in px. The kernel covers three sigmas on each side, where OpenCV takes four; edges repeat. */
export function gaussianBlur(plane: Plane, sigma: number): Plane {
  const cv = openCv();
  const side = 2 * Math.ceil(3 * sigma) + 1;
  return filtered(plane, (from, out) =>
    cv.GaussianBlur(from, out, new cv.Size(side, side), sigma, sigma, cv.BORDER_REPLICATE),
  );
}

/** One step of the à trous wavelet: a B3-spline blur with five taps `step` px apart. */
export function splineBlur(plane: Plane, step: number): Plane {
  const cv = openCv();
  const taps = new Array<number>(4 * step + 1).fill(0);
  for (const [tap, weight] of [1, 4, 6, 4, 1].entries()) taps[tap * step] = weight / 16;
  return withMats((keep) => {
    const [from, out] = [keep(matOfPlane(plane)), keep(new cv.Mat())];
    const kernel = keep(cv.matFromArray(1, taps.length, cv.CV_32F, taps));
    cv.sepFilter2D(from, out, -1, kernel, kernel, new cv.Point(-1, -1), 0, cv.BORDER_REPLICATE);
    return planeOfMat(out);
  });
}

/** Minimum over `2 * radius + 1` px squared. */
export function leastNearby(plane: Plane, radius: number): Plane {
  const cv = openCv();
  const side = 2 * radius + 1;
  return withMats((keep) => {
    const [from, out] = [keep(matOfPlane(plane)), keep(new cv.Mat())];
    cv.erode(from, out, keep(cv.Mat.ones(side, side, cv.CV_8U)));
    return planeOfMat(out);
  });
}

/** The greatest value in the square of `2 * radius + 1` pixels around each one. */
export function mostNearby(plane: Plane, radius: number): Plane {
  const cv = openCv();
  const side = 2 * radius + 1;
  return withMats((keep) => {
    const [from, out] = [keep(matOfPlane(plane)), keep(new cv.Mat())];
    cv.dilate(from, out, keep(cv.Mat.ones(side, side, cv.CV_8U)));
    return planeOfMat(out);
  });
}

const widestKernel = 2.5;
/** Sigma in px from which a copy of half the size, or less, loses nothing. */
const sigmaOnCopy = 3.5;

/** A Gaussian by three box blurs, wide ones on a small copy; `sigma` in px. */
export function softBlur(plane: Plane, sigma: number): Plane {
  if (sigma < 0.25 || isEmpty(plane)) return plane;
  if (sigma <= widestKernel) return gaussianBlur(plane, sigma);
  const cv = openCv();
  const shrunk = Math.max(1, Math.floor(sigma / sigmaOnCopy));
  // Shrinking and enlarging blur a little themselves.
  const left = Math.sqrt(sigma * sigma - (shrunk * shrunk - 1) / 4) / shrunk;
  const side = 2 * Math.max(1, Math.round(Math.sqrt(4 * left * left + 1) / 2 - 0.5)) + 1;
  const box = (from: Mat, out: Mat) =>
    cv.boxFilter(from, out, -1, new cv.Size(side, side), new cv.Point(-1, -1), true, cv.BORDER_REPLICATE);
  return withMats((keep) => {
    const [one, other] = [keep(matOfPlane(plane)), keep(new cv.Mat())];
    if (shrunk === 1) {
      box(one, other);
      box(other, one);
      box(one, other);
      return planeOfMat(other);
    }
    const small = keep(new cv.Mat());
    const size = new cv.Size(Math.ceil(plane.width / shrunk), Math.ceil(plane.height / shrunk));
    cv.resize(one, other, size, 0, 0, cv.INTER_AREA);
    box(other, small);
    box(small, other);
    box(other, small);
    cv.resize(small, one, new cv.Size(plane.width, plane.height), 0, 0, cv.INTER_LINEAR);
    return planeOfMat(one);
  });
}

export function mirroredPhoto(photo: Photo): Photo {
  return withMats((keep) => {
    const out = keep(new (openCv().Mat)());
    openCv().flip(keep(matOfPhoto(photo)), out, 1);
    return photoOfMat(out);
  });
}

export function blurPhoto(photo: Photo, sigma: number): Photo {
  const cv = openCv();
  return withMats((keep) => {
    const out = keep(new cv.Mat());
    cv.GaussianBlur(keep(matOfPhoto(photo)), out, new cv.Size(0, 0), sigma, sigma, cv.BORDER_REPLICATE);
    return photoOfMat(out);
  });
}

/** Area means to shrink, bilinear to grow. */
export function resizePlane(plane: Plane, { width, height }: Size): Plane {
  if (plane.width === width && plane.height === height) return plane;
  const cv = openCv();
  const method = width < plane.width ? cv.INTER_AREA : cv.INTER_LINEAR;
  return filtered(plane, (from, out) => cv.resize(from, out, new cv.Size(width, height), 0, 0, method));
}

/** Area means to shrink, bicubic to grow. */
export function resizePhoto(photo: Photo, { width, height }: Size): Photo {
  if (photo.width === width && photo.height === height) return photo;
  const cv = openCv();
  const method = width < photo.width ? cv.INTER_AREA : cv.INTER_CUBIC;
  return withMats((keep) => {
    const out = keep(new cv.Mat());
    cv.resize(keep(matOfPhoto(photo)), out, new cv.Size(width, height), 0, 0, method);
    return photoOfMat(out);
  });
}

/** At most `longest` px and `pixels` pixels, never enlarged. */
export function sizeWithin({ width, height }: Size, longest: number, pixels = Infinity): Size {
  const scale = Math.min(1, longest / Math.max(width, height), Math.sqrt(pixels / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export const shrinkWithin = (photo: Photo, longest: number): Photo => resizePhoto(photo, sizeWithin(photo, longest));

export interface GuidedLines {
  readonly slope: Plane;
  readonly offset: Plane;
}

/**
 * Guided filter (He, Sun, Tang: Guided Image Filtering, 2013) as lines, fitted on a small copy and drawn on the full
 * guide. Deviations below `contrast` within `radius` px are smoothed.
 */
export function guidedLines(plane: Plane, guide: Plane, radius: number, contrast: number): GuidedLines {
  const cv = openCv();
  const window = new cv.Size(2 * radius + 1, 2 * radius + 1);
  return withMats((keep) => {
    const empty = () => keep(new cv.Mat());
    const mean = (of: Mat) => {
      const out = empty();
      cv.boxFilter(of, out, -1, window, new cv.Point(-1, -1), true, cv.BORDER_REPLICATE);
      return out;
    };
    const product = (one: Mat, other: Mat) => {
      const out = empty();
      cv.multiply(one, other, out);
      return out;
    };
    const difference = (one: Mat, other: Mat) => {
      const out = empty();
      cv.subtract(one, other, out);
      return out;
    };
    const from = keep(matOfPlane(plane));
    const by = plane === guide ? from : keep(matOfPlane(guide));
    const [meanFrom, meanBy] = [mean(from), mean(by)];
    const variance = difference(mean(product(by, by)), product(meanBy, meanBy));
    const tolerance = keep(new cv.Mat(guide.height, guide.width, cv.CV_32F, new cv.Scalar(contrast * contrast)));
    cv.add(variance, tolerance, variance);
    const slope = difference(mean(product(from, by)), product(meanFrom, meanBy));
    cv.divide(slope, variance, slope);
    const offset = difference(meanFrom, product(slope, meanBy));
    return { slope: planeOfMat(mean(slope)), offset: planeOfMat(mean(offset)) };
  });
}
