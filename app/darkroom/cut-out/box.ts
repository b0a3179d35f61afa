import type { Region, Size } from "../opencv/filters.ts";
import { regionWithin } from "../vision/soft-map.ts";

/** Percent of the photo's width and height. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const margin = 0.03;

/** Whole px. */
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
