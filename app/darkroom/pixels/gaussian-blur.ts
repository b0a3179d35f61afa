import { boxMean } from "./box-mean.ts";
import { emptyPlane, type Plane } from "./plane.ts";

/** From here on three box means are as good as the bell curve itself, and cheaper. */
const wideSigma = 2;

/** Blurs a plane with a bell curve of standard deviation `sigma`, in pixels; edges repeat outwards. */
export function gaussianBlur(plane: Plane, sigma: number): Plane {
  if (sigma < wideSigma) return blurExactly(plane, sigma);
  const radius = Math.round(sigma * 0.95);
  return boxMean(boxMean(boxMean(plane, radius), radius), Math.max(1, radius - 1));
}

function blurExactly(plane: Plane, sigma: number): Plane {
  const kernel = bellCurve(sigma);
  return blurColumns(blurRows(plane, kernel), kernel);
}

function bellCurve(sigma: number): Float64Array {
  const radius = Math.ceil(sigma * 2.5);
  const bell = Float64Array.from({ length: radius * 2 + 1 }, (_, at) =>
    Math.exp(-((at - radius) ** 2) / (2 * sigma ** 2)),
  );
  const sum = bell.reduce((total, weight) => total + weight, 0);
  return bell.map((weight) => weight / sum);
}

function blurRows({ width, height, data }: Plane, kernel: Float64Array): Plane {
  const blurred = emptyPlane(width, height);
  const radius = kernel.length >> 1;
  const padded = new Float32Array(width + 2 * radius);
  for (let row = 0; row < data.length; row += width) {
    padded.fill(data[row] ?? 0, 0, radius);
    padded.set(data.subarray(row, row + width), radius);
    padded.fill(data[row + width - 1] ?? 0, radius + width);
    for (let x = 0; x < width; x += 1) {
      const centre = x + radius;
      let sum = (kernel[radius] ?? 0) * (padded[centre] ?? 0);
      // The curve is the same on both sides.
      for (let tap = 1; tap <= radius; tap += 1) {
        sum += (kernel[radius + tap] ?? 0) * ((padded[centre - tap] ?? 0) + (padded[centre + tap] ?? 0));
      }
      blurred.data[row + x] = sum;
    }
  }
  return blurred;
}

function blurColumns({ width, height, data }: Plane, kernel: Float64Array): Plane {
  const blurred = emptyPlane(width, height);
  const radius = kernel.length >> 1;
  for (let y = 0; y < height; y += 1) {
    const to = y * width;
    const middle = kernel[radius] ?? 0;
    for (let at = to; at < to + width; at += 1) blurred.data[at] = middle * (data[at] ?? 0);
    for (let tap = 1; tap <= radius; tap += 1) {
      const weight = kernel[radius + tap] ?? 0;
      const [above, below] = [Math.max(0, y - tap) * width, Math.min(height - 1, y + tap) * width];
      for (let x = 0; x < width; x += 1) {
        const pair = (data[above + x] ?? 0) + (data[below + x] ?? 0);
        blurred.data[to + x] = (blurred.data[to + x] ?? 0) + weight * pair;
      }
    }
  }
  return blurred;
}
