import { chromaTo } from "./luma-chroma.ts";

/** Desaturates a colour outside sRGB, keeping luma and hue. */
export function writePixel(data: Uint8Array, to: number, luma: number, blueness: number, redness: number): void {
  const y = luma < 0 ? 0 : luma > 1 ? 1 : luma;
  const red = chromaTo.red * redness;
  const green = chromaTo.greenFromBlue * blueness + chromaTo.greenFromRed * redness;
  const blue = chromaTo.blue * blueness;
  const up = Math.max(red, green, blue);
  const down = Math.min(red, green, blue);
  let fits = 1;
  if (y + up > 1) fits = (1 - y) / up;
  if (y + down * fits < 0) fits = y / -down;
  data[to] = (y + red * fits) * 255 + 0.5;
  data[to + 1] = (y + green * fits) * 255 + 0.5;
  data[to + 2] = (y + blue * fits) * 255 + 0.5;
}
