import type { Mat } from "@techstark/opencv-js";
import type { Plane } from "../pixels/plane.ts";
import { matOfPlane, planeOfMat, withMats } from "./filters.ts";
import { openCv } from "./opencv.ts";

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
