import { emptyPlane, type Plane } from "./plane.ts";

/** The mean over the square of `2 * radius + 1` pixels around each one; edges repeat outwards. */
export function boxMean(plane: Plane, radius: number): Plane {
  return meanOfColumns(meanOfRows(plane, radius), radius);
}

/** A running sum: each step lets one pixel in and one out, so the radius costs nothing. */
function meanOfRows({ width, height, data }: Plane, radius: number): Plane {
  const mean = emptyPlane(width, height);
  const share = 1 / (2 * radius + 1);
  const last = width - 1;
  const lead = Math.min(width, radius + 1);
  const tail = Math.max(lead, width - radius - 1);
  for (let row = 0; row < width * height; row += width) {
    let sum = (data[row] ?? 0) * radius;
    for (let x = 0; x <= radius; x += 1) sum += data[row + Math.min(last, x)] ?? 0;
    // Near the ends what comes in, or goes out, is the end itself.
    for (let x = 0; x < lead; x += 1) {
      mean.data[row + x] = sum * share;
      sum += (data[row + Math.min(last, x + radius + 1)] ?? 0) - (data[row] ?? 0);
    }
    for (let at = row + lead; at < row + tail; at += 1) {
      mean.data[at] = sum * share;
      sum += (data[at + radius + 1] ?? 0) - (data[at - radius] ?? 0);
    }
    for (let x = tail; x < width; x += 1) {
      mean.data[row + x] = sum * share;
      sum += (data[row + last] ?? 0) - (data[row + x - radius] ?? 0);
    }
  }
  return mean;
}

/** All columns at once, row after row, so that memory is read in order. */
function meanOfColumns({ width, height, data }: Plane, radius: number): Plane {
  const mean = emptyPlane(width, height);
  const share = 1 / (2 * radius + 1);
  const last = height - 1;
  const rowAt = (y: number) => Math.min(last, Math.max(0, y)) * width;
  const sums = new Float64Array(width);
  for (let y = -radius; y <= radius; y += 1) {
    const row = rowAt(y);
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (data[row + x] ?? 0);
  }
  for (let y = 0; y < height; y += 1) {
    const [row, entering, leaving] = [y * width, rowAt(y + radius + 1), rowAt(y - radius)];
    for (let x = 0; x < width; x += 1) {
      const sum = sums[x] ?? 0;
      mean.data[row + x] = sum * share;
      sums[x] = sum + (data[entering + x] ?? 0) - (data[leaving + x] ?? 0);
    }
  }
  return mean;
}
