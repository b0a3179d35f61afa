import { chromaTo, lumaOf } from "../pixels/luma-chroma.ts";
import type { Photo } from "../photo.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { skinLikeness } from "../pixels/skin.ts";

/**
 * Where a face probably is, as shares of width and height: the middle of what looks like skin in the upper part,
 * drawn towards the middle, so that a wooden wall does not pull it away.
 */
export function probableFace(photo: Photo): { x: number; y: number } {
  const { width, height, data } = shrinkPhoto(photo, 160);
  let [sum, sumX, sumY] = [width * height * 0.01, width * height * 0.005, width * height * 0.0042];
  for (let y = 0, at = 0; y < height * 0.75; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const [red, green, blue] = [(data[at] ?? 0) / 255, (data[at + 1] ?? 0) / 255, (data[at + 2] ?? 0) / 255];
      const luma = lumaOf.red * red + lumaOf.green * green + lumaOf.blue * blue;
      const [shareX, shareY] = [x / width, y / height];
      const central = Math.exp(-((shareX - 0.5) ** 2) / 0.05 - (shareY - 0.4) ** 2 / 0.05);
      const weight = central * skinLikeness(luma, (blue - luma) / chromaTo.blue, (red - luma) / chromaTo.red);
      sum += weight;
      sumX += weight * shareX;
      sumY += weight * shareY;
    }
  }
  return { x: sumX / sum, y: sumY / sum };
}
