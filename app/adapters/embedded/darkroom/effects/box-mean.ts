import { emptyPlane, type Plane } from "./photo.ts";

/** The mean over the square of `2 * radius + 1` pixels around each one; edges repeat outwards. */
export function boxMean(plane: Plane, radius: number): Plane {
  return meanOfColumns(meanOfRows(plane, radius), radius);
}

/** A running sum: each step lets one pixel in and one out, so the radius costs nothing. */
function meanOfRows({ width, height, data }: Plane, radius: number): Plane {
  const mean = emptyPlane(width, height);
  const share = 1 / (2 * radius + 1);
  const last = width - 1;
  for (let row = 0; row < width * height; row += width) {
    let sum = (data[row] ?? 0) * radius;
    for (let x = 0; x <= radius; x += 1) sum += data[row + Math.min(last, x)] ?? 0;
    for (let x = 0; x < width; x += 1) {
      mean.data[row + x] = sum * share;
      const entering = x + radius + 1;
      const leaving = x - radius;
      sum += (data[row + (entering > last ? last : entering)] ?? 0) - (data[row + (leaving < 0 ? 0 : leaving)] ?? 0);
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
