import type { Size } from "../opencv/filters.ts";
import { openCv } from "../opencv/opencv.ts";
import { withMats } from "../opencv/filters.ts";
import type { Face } from "./faces.ts";

/** 1 in the convex hulls of landmarks, scaled by `scale`. */
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
