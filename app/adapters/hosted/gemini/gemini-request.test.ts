import { expect, test } from "vitest";
import { nearestAspectRatio } from "./gemini-request.ts";

test.for([
  [1920, 1920, "1:1"],
  [1440, 1920, "3:4"],
  [1920, 1440, "4:3"],
  [1280, 1920, "2:3"],
  [1080, 1920, "9:16"],
  [886, 1920, "9:16"],
  [1536, 1920, "4:5"],
  [1000, 990, "1:1"],
  [1920, 400, "4:1"],
  [384, 1920, "1:4"],
] as const)("makes a photo of %i × %i px as %s", ([width, height, ratio]) => {
  expect(nearestAspectRatio({ width, height })).toBe(ratio);
});
