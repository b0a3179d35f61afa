import type { Plane } from "../pixels/plane.ts";

/** The side of a block, in pixels. */
const side = 16;

/**
 * The standard deviation of the noise in a plane: Immerkær's (1996) Laplacian, which is blind to slopes, in the
 * quietest fifth of the picture's blocks, because what it sees elsewhere is detail. Blown and black blocks say nothing.
 */
export function measureNoise({ width, height, data }: Plane): number {
  const found: number[] = [];
  for (let top = 1; top + side < height; top += side * 2) {
    for (let left = 1; left + side < width; left += side * 2) {
      let [total, tones] = [0, 0];
      for (let y = top; y < top + side; y += 1) {
        for (let x = left, at = y * width + left; x < left + side; x += 1, at += 1) {
          const centre = data[at] ?? 0;
          const cross = (data[at - 1] ?? 0) + (data[at + 1] ?? 0) + (data[at - width] ?? 0) + (data[at + width] ?? 0);
          const corners =
            (data[at - width - 1] ?? 0) +
            (data[at - width + 1] ?? 0) +
            (data[at + width - 1] ?? 0) +
            (data[at + width + 1] ?? 0);
          total += Math.abs(corners - 2 * cross + 4 * centre);
          tones += centre;
        }
      }
      const mean = tones / (side * side);
      if (mean > 0.03 && mean < 0.97) found.push(total / (side * side));
    }
  }
  if (found.length === 0) return 0;
  found.sort((one, other) => one - other);
  return ((found[Math.floor(found.length * 0.2)] ?? 0) / 6) * Math.sqrt(Math.PI / 2);
}
