import type { Region, Size } from "../opencv/filters.ts";
import { regionWithin } from "../vision/soft-map.ts";

/** Where the subject is, in percent of the photo's width and height. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** People draw boxes a little too tight: this share of the box's sides is added around it. */
const margin = 0.03;

/** The part of the photo that a box asks to look at, in whole pixels. */
export function frameOf({ left, top, width, height }: Box, photo: Size): Region {
  const [across, down] = [photo.width / 100, photo.height / 100];
  return regionWithin(
    {
      left: (left - margin * width) * across,
      top: (top - margin * height) * down,
      width: width * (1 + 2 * margin) * across,
      height: height * (1 + 2 * margin) * down,
    },
    photo,
  );
}
