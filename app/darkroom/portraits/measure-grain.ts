import { measureNoise } from "../looks/measure-noise.ts";
import { lumaOf } from "../pixels/luma-chroma.ts";
import { emptyPlane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";

/** The side of the middle that is measured, in pixels: noise is the same all over. */
const side = 640;

/** The standard deviation of a photo's noise, from 0 to 1. */
export function measureGrain({ width, height, data }: Photo): number {
  const middle = emptyPlane(Math.min(side, width), Math.min(side, height));
  const [left, top] = [(width - middle.width) >> 1, (height - middle.height) >> 1];
  for (let y = 0, to = 0; y < middle.height; y += 1) {
    for (let x = 0, at = ((y + top) * width + left) * 3; x < middle.width; x += 1, at += 3, to += 1) {
      const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      middle.data[to] = (lumaOf.red * red + lumaOf.green * green + lumaOf.blue * blue) / 255;
    }
  }
  return measureNoise(middle);
}
