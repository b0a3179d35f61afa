import { photoOfMat, matOfPhoto, withMats } from "../opencv/filters.ts";
import { openCv } from "../opencv/opencv.ts";
import type { Photo } from "../work.ts";

/** The side that comes nearer: "low" is a camera below, looking up. */
export type Lean = "low" | "high" | "left" | "right";

const nearShare: Record<Lean, number> = { low: 0.88, high: 0.89, left: 0.92, right: 0.92 };

/** Warps the photo as if the camera had moved, cropped to the same size. */
export function leanPicture(photo: Photo, lean: Lean): Photo {
  const cv = openCv();
  const { width, height } = photo;
  const across = (width * (1 - nearShare[lean])) / 2;
  const down = (height * (1 - nearShare[lean])) / 2;
  const [topIn, bottomIn] = [lean === "high" ? across : 0, lean === "low" ? across : 0];
  const [leftIn, rightIn] = [lean === "left" ? down : 0, lean === "right" ? down : 0];
  return withMats((keep) => {
    const seen = keep(
      cv.matFromArray(4, 1, cv.CV_32FC2, [
        ...[topIn, leftIn, width - 1 - topIn, rightIn],
        ...[width - 1 - bottomIn, height - 1 - rightIn, bottomIn, height - 1 - leftIn],
      ]),
    );
    const corners = [0, 0, width - 1, 0, width - 1, height - 1, 0, height - 1];
    const frame = keep(cv.matFromArray(4, 1, cv.CV_32FC2, corners));
    const matrix = keep(cv.getPerspectiveTransform(seen, frame));
    const out = keep(new cv.Mat());
    const size = new cv.Size(width, height);
    cv.warpPerspective(keep(matOfPhoto(photo)), out, matrix, size, cv.INTER_CUBIC, cv.BORDER_REPLICATE);
    return photoOfMat(out);
  });
}
