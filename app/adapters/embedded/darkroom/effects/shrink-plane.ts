import { emptyPlane, type Plane } from "./photo.ts";

/** Samples each way that a small pixel is the mean of: enough for planes that are smooth or of 0 and 1. */
const samples = 2;

/** The plane at a smaller size, each value the mean of four of those it stands for. */
export function shrinkPlane(plane: Plane, { width, height }: { width: number; height: number }): Plane {
  const small = emptyPlane(width, height);
  const columns = sampled(width, plane.width);
  const rows = sampled(height, plane.height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      let sum = 0;
      for (let down = 0; down < samples; down += 1) {
        const row = (rows[y * samples + down] ?? 0) * plane.width;
        for (let across = 0; across < samples; across += 1) {
          sum += plane.data[row + (columns[x * samples + across] ?? 0)] ?? 0;
        }
      }
      small.data[at] = sum / samples ** 2;
    }
  }
  return small;
}

/** Where along the large side the samples of each small pixel lie. */
function sampled(small: number, large: number): Uint16Array {
  return Uint16Array.from({ length: small * samples }, (_, at) => Math.floor(((at + 0.5) * large) / (small * samples)));
}
