import { bilinearRows } from "../pixels/bilinear-rows.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { shrinkPlane } from "../pixels/shrink-plane.ts";
import { clamp, smoothstep } from "../pixels/smoothstep.ts";
import { bytesOfLight, lightOfBytes } from "./colour.ts";
import { dithered } from "./dither.ts";
import { fillBehind } from "./fill-behind.ts";

/** What is out of focus has no detail: it is worked out at this longer side, in pixels. */
const blurSide = 640;
/** The blur's radius as a share of the longer side: a short telephoto lens wide open. */
const aperture = 0.018;
/** How much brighter than white the highlights are taken to have been before the camera cut them off. */
const headroom = 5;

/**
 * What is behind the subject as a wide-open lens shows it when it is far out of focus: every point a disc, highlights
 * shining, nothing of the subject in it.
 */
export function lensBlur(photo: Photo, alpha: Plane): Photo {
  const shrunk = shrinkPhoto(photo, blurSide);
  const small = fillBehind(shrunk, shrinkPlane(alpha, shrunk));
  const radius = Math.max(2, Math.round(Math.max(small.width, small.height) * aperture));
  const boost = highlights(small);
  const { width, height } = photo;
  // Rounds and keeps within a byte whatever is written.
  const data = new Uint8ClampedArray(width * height * 3);
  const row = new Float32Array(width);
  for (let channel = 0; channel < 3; channel += 1) {
    const light = emptyPlane(small.width, small.height);
    for (let at = 0; at < light.data.length; at += 1) {
      light.data[at] = (lightOfBytes[small.data[at * 3 + channel] ?? 0] ?? 0) * (boost[at] ?? 1);
    }
    const readRow = bilinearRows(asBytes(discMean(light, radius)), width, height);
    for (let y = 0, to = channel; y < height; y += 1) {
      readRow(y, row);
      for (let x = 0; x < width; x += 1, to += 3) data[to] = dithered(row[x] ?? 0, to);
    }
  }
  return { width, height, data: new Uint8Array(data.buffer) };
}

/** Light as sRGB values, 0 to 255 and not rounded. */
function asBytes({ width, height, data }: Plane): Plane {
  return { width, height, data: data.map((light) => bytesOfLight[Math.round(clamp(0, light, 1) * 4096)] ?? 0) };
}

function highlights({ data }: Photo): Float32Array {
  return Float32Array.from({ length: data.length / 3 }, (_, at) => {
    const brightest = Math.max(data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0);
    return 1 + (headroom - 1) * smoothstep(0.93, 1, brightest / 255) ** 2;
  });
}

/** The mean over a disc, row by row of it from running sums; edges repeat outwards. */
function discMean({ width, height, data }: Plane, radius: number): Plane {
  const mean = emptyPlane(width, height);
  const half = Array.from({ length: radius + 1 }, (_, down) => Math.round(Math.sqrt(radius * radius - down * down)));
  const pixels = half.reduce((sum, reach, down) => sum + (down === 0 ? 1 : 2) * (2 * reach + 1), 0);
  const padded = width + 2 * radius + 1;
  const sums = new Float64Array(padded * height);
  for (let y = 0; y < height; y += 1) {
    let sum = 0;
    for (let x = 1, at = y * padded + 1; x < padded; x += 1, at += 1) {
      sum += data[y * width + clamp(0, x - 1 - radius, width - 1)] ?? 0;
      sums[at] = sum;
    }
  }
  for (let y = 0; y < height; y += 1) {
    const row = mean.data.subarray(y * width, (y + 1) * width);
    for (let down = 0; down <= radius; down += 1) {
      const above = Math.max(0, y - down) * padded + radius;
      const below = Math.min(height - 1, y + down) * padded + radius;
      // The disc's middle row is there once, every other one twice.
      addRuns(row, sums, above, below, half[down] ?? 0, (down === 0 ? 0.5 : 1) / pixels);
    }
  }
  return mean;
}

function addRuns(
  row: Float32Array,
  sums: Float64Array,
  above: number,
  below: number,
  reach: number,
  share: number,
): void {
  for (let x = 0; x < row.length; x += 1) {
    const upper = (sums[above + x + reach + 1] ?? 0) - (sums[above + x - reach] ?? 0);
    const lower = (sums[below + x + reach + 1] ?? 0) - (sums[below + x - reach] ?? 0);
    row[x] = (row[x] ?? 0) + (upper + lower) * share;
  }
}
