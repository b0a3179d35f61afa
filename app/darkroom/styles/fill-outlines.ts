import type { Mat } from "@techstark/opencv-js";
import { type Size, withMats } from "../opencv/filters.ts";
import { openCv } from "../opencv/opencv.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import type { Point } from "../vision/faces.ts";

/** OpenCV takes sixteenths of a pixel. */
const fractionBits = 4;

/** 1 inside, antialiased. `scale` maps points to plane px; `grow` widens in px. */
export function fillOutlines(
  outlines: readonly (readonly Point[])[],
  size: Size,
  scale: number,
  grow: (outline: number) => number = () => 0,
): Plane {
  if (outlines.length === 0) return emptyPlane(size.width, size.height);
  const cv = openCv();
  return withMats((keep) => {
    const filled: Mat = keep(new cv.Mat(size.height, size.width, cv.CV_8UC1, new cv.Scalar(0, 0, 0, 0)));
    const white = new cv.Scalar(255, 255, 255, 255);
    for (const [index, outline] of outlines.entries()) {
      const points = outline.flatMap(({ x, y }) => [fixed(x * scale), fixed(y * scale)]);
      const rows = keep(new cv.MatVector());
      rows.push_back(keep(cv.matFromArray(outline.length, 1, cv.CV_32SC2, points)));
      cv.fillPoly(filled, rows, white, cv.LINE_AA, fractionBits);
      const thickness = Math.round(2 * grow(index));
      if (thickness > 0) cv.polylines(filled, rows, true, white, thickness, cv.LINE_AA, fractionBits);
    }
    const plane = emptyPlane(size.width, size.height);
    const bytes: Uint8Array = filled.data;
    for (let at = 0; at < bytes.length; at += 1) plane.data[at] = (bytes[at] ?? 0) / 255;
    return plane;
  });
}

const fixed = (value: number): number => Math.round(Math.min(30_000, Math.max(-30_000, value)) * 2 ** fractionBits);
