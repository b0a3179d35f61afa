import type { Photo } from "./photo.ts";

/** The photo shrunk so that its longer side is at most `longest`: each pixel the mean of those it stands for. */
export function shrinkPhoto({ width, height, data }: Photo, longest: number): Photo {
  const scale = Math.min(1, longest / Math.max(width, height));
  const [smallWidth, smallHeight] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const column = Uint16Array.from({ length: width }, (_, x) => Math.floor((x * smallWidth) / width));
  const small = new Uint8Array(smallWidth * smallHeight * 3);
  const sums = new Float64Array(smallWidth * 4);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const to = (column[x] ?? 0) * 4;
      sums[to] = (sums[to] ?? 0) + (data[at] ?? 0);
      sums[to + 1] = (sums[to + 1] ?? 0) + (data[at + 1] ?? 0);
      sums[to + 2] = (sums[to + 2] ?? 0) + (data[at + 2] ?? 0);
      sums[to + 3] = (sums[to + 3] ?? 0) + 1;
    }
    const row = Math.floor((y * smallHeight) / height);
    if (Math.floor(((y + 1) * smallHeight) / height) === row) continue;
    for (let x = 0; x < smallWidth; x += 1) {
      const count = sums[x * 4 + 3] ?? 1;
      for (let channel = 0; channel < 3; channel += 1) {
        small[(row * smallWidth + x) * 3 + channel] = Math.round((sums[x * 4 + channel] ?? 0) / count);
      }
    }
    sums.fill(0);
  }
  return { width: smallWidth, height: smallHeight, data: small };
}
