import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";

/** Sums over rectangles, in constant time. */
interface SummedArea {
  stride: number;
  sums: Float64Array;
}

/**
 * Turns the picture into dabs of even colour with clear edges: each pixel becomes the mean of eight boxes around it,
 * weighted by how even they are (after Kuwahara, 1976; softly weighted as by Papari, Petkov, Campisi, 2007).
 */
export function kuwahara({ luma, blueness, redness }: LumaChroma, radius: number): LumaChroma {
  const { width, height } = luma;
  const half = radius >> 1;
  // Left, top, right and bottom of each.
  const boxes = Int32Array.from(
    [
      [-radius, -radius, 1, 1],
      [0, -radius, radius + 1, 1],
      [-radius, 0, 1, radius + 1],
      [0, 0, radius + 1, radius + 1],
      [-half, -radius, half + 1, 1],
      [-half, 0, half + 1, radius + 1],
      [-radius, -half, 1, half + 1],
      [0, -half, radius + 1, half + 1],
    ].flat(),
  );
  const stride = width + 1;
  const lumas = summedArea(luma, itself);
  const bluenesses = summedArea(blueness, itself);
  const rednesses = summedArea(redness, itself);
  const squares = summedArea(luma, (value) => value * value);
  const painted = {
    luma: emptyPlane(width, height),
    blueness: emptyPlane(width, height),
    redness: emptyPlane(width, height),
  };
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      let sumLuma = 0;
      let sumBlue = 0;
      let sumRed = 0;
      let sumWeight = 0;
      for (let box = 0; box < boxes.length; box += 4) {
        const x0 = Math.max(0, x + (boxes[box] ?? 0));
        const row0 = Math.max(0, y + (boxes[box + 1] ?? 0)) * stride;
        const x1 = Math.min(width, x + (boxes[box + 2] ?? 0));
        const row1 = Math.min(height, y + (boxes[box + 3] ?? 0)) * stride;
        const area = 1 / (((row1 - row0) / stride) * (x1 - x0));
        const mean = boxSum(lumas, row0, row1, x0, x1) * area;
        const variance = Math.max(0, boxSum(squares, row0, row1, x0, x1) * area - mean * mean);
        const evenness = 1 / (variance + 6e-5);
        const weight = evenness * evenness * evenness * evenness * 1e-17;
        sumLuma += mean * weight;
        sumBlue += boxSum(bluenesses, row0, row1, x0, x1) * area * weight;
        sumRed += boxSum(rednesses, row0, row1, x0, x1) * area * weight;
        sumWeight += weight;
      }
      painted.luma.data[at] = sumLuma / sumWeight;
      painted.blueness.data[at] = sumBlue / sumWeight;
      painted.redness.data[at] = sumRed / sumWeight;
    }
  }
  return painted;
}

const itself = (value: number) => value;

function boxSum({ sums }: SummedArea, row0: number, row1: number, x0: number, x1: number): number {
  return (sums[row1 + x1] ?? 0) - (sums[row0 + x1] ?? 0) - (sums[row1 + x0] ?? 0) + (sums[row0 + x0] ?? 0);
}

function summedArea({ width, height, data }: Plane, of: (value: number) => number): SummedArea {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0, from = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0, to = (y + 1) * stride + 1; x < width; x += 1, from += 1, to += 1) {
      row += of(data[from] ?? 0);
      sums[to] = (sums[to - stride] ?? 0) + row;
    }
  }
  return { stride, sums };
}
