import type { Photo } from "../photo.ts";

/** The photo with each pixel made a square of `factor` × `factor`. */
export function repeatPixels(photo: Photo, factor: number): Photo {
  if (factor === 1) return photo;
  const [width, height] = [photo.width * factor, photo.height * factor];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y += 1) {
    const row = Math.floor(y / factor) * photo.width;
    for (let x = 0; x < width; x += 1, to += 3) {
      const from = (row + Math.floor(x / factor)) * 3;
      data[to] = photo.data[from] ?? 0;
      data[to + 1] = photo.data[from + 1] ?? 0;
      data[to + 2] = photo.data[from + 2] ?? 0;
    }
  }
  return { width, height, data };
}
