import type { Crop } from "./frame.ts";
import { photoOfMat, matOfPhoto, withMats } from "../opencv/filters.ts";
import { openCv } from "../opencv/opencv.ts";
import type { Photo } from "../work.ts";
import type { LightSide } from "./stages.ts";
import type { Recipe } from "../../transformations/image-generator.ts";
import type { CameraAngle } from "../../tools/portrait-studio/portrait-options.ts";

/** The side that comes nearer: "low" is a camera below, looking up. */
type Lean = "low" | "high" | "left" | "right";

const leans: Partial<Record<FeasibleAngle, Lean>> = {
  low: "low",
  high: "high",
  side: "left",
  "three-quarter": "right",
};

export const leanFor = (angle: FeasibleAngle): Lean | null => leans[angle] ?? null;

export function lightSideFor(angle: FeasibleAngle): LightSide {
  if (angle === "side") return "left";
  return angle === "three-quarter" ? "right" : null;
}

export function cropForAngle(angle: FeasibleAngle): Crop | null {
  if (angle === "close-up") return "chest";
  return angle === "wide" ? "full" : null;
}

/** Share of the frame's height, downwards. */
export function horizonShiftFor(angle: FeasibleAngle): number {
  if (angle === "low") return 0.1;
  return angle === "high" ? -0.1 : 0;
}

export function refusesPortrait({ angle }: Recipe): string | null {
  return angle === "back" ? "The back view cannot be made from this photo. Choose another angle." : null;
}

/** Angles that the darkroom makes or suggests. */
export type FeasibleAngle = Exclude<CameraAngle, "back" | "describe">;

/** The first match wins. */
const phrases: readonly (readonly [RegExp, FeasibleAngle])[] = [
  [/\b(close|closer|closely|head ?shot|head and shoulders|face only|tight)\b/, "close-up"],
  [/\b(wide|wider|full body|whole body|from afar|far away|distant|further away)\b/, "wide"],
  [/\b(low|from below|looking up|worm'?s)\b/, "low"],
  [/\b(high|from above|overhead|looking down|bird'?s)\b/, "high"],
  [/\b(three[ -]quarters?|3\/4)/, "three-quarter"],
  [/\b(side|profile|left|right)\b/, "side"],
  [/\b(front|frontal|straight|facing)\b/, "front"],
];

export function angleFor(text: string): FeasibleAngle | null {
  const lowerCase = text.toLowerCase();
  return phrases.find(([phrase]) => phrase.test(lowerCase))?.[1] ?? null;
}

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
