import sharp from "sharp";
import { emptyPlane } from "../pixels/plane.ts";
import type { Area } from "./close-up.ts";
import type { Cut } from "./cut.ts";

/** What an area of a cut-out shows, at another size. The area may reach over the edges: nothing is there. */
export async function viewCut(
  { foreground, alpha }: Cut,
  area: Area,
  { width, height }: { width: number; height: number },
): Promise<Cut> {
  const seen = {
    left: Math.max(0, area.left),
    top: Math.max(0, area.top),
    right: Math.min(foreground.width, area.left + area.width),
    bottom: Math.min(foreground.height, area.top + area.height),
  };
  const [across, down] = [width / area.width, height / area.height];
  const left = Math.round((seen.left - area.left) * across);
  const top = Math.round((seen.top - area.top) * down);
  const size = {
    width: Math.min(width - left, Math.round((seen.right - seen.left) * across)),
    height: Math.min(height - top, Math.round((seen.bottom - seen.top) * down)),
  };
  const { data } = await sharp(withAlpha({ foreground, alpha }, seen), {
    raw: { width: seen.right - seen.left, height: seen.bottom - seen.top, channels: 4 },
  })
    .resize(size.width, size.height, { fit: "fill", kernel: "lanczos3" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return onCanvas(data, size, { left, top, width, height });
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function withAlpha({ foreground, alpha }: Cut, { left, top, right, bottom }: Edges): Uint8Array {
  const pixels = new Uint8Array((right - left) * (bottom - top) * 4);
  for (let y = top, to = 0; y < bottom; y += 1) {
    for (let x = left, at = y * foreground.width + left; x < right; x += 1, at += 1, to += 4) {
      pixels[to] = foreground.data[at * 3] ?? 0;
      pixels[to + 1] = foreground.data[at * 3 + 1] ?? 0;
      pixels[to + 2] = foreground.data[at * 3 + 2] ?? 0;
      pixels[to + 3] = (alpha.data[at] ?? 0) * 255 + 0.5;
    }
  }
  return pixels;
}

function onCanvas(pixels: Uint8Array, size: { width: number; height: number }, canvas: Area): Cut {
  const { left, top, width, height } = canvas;
  const foreground = { width, height, data: new Uint8Array(width * height * 3) };
  const alpha = emptyPlane(width, height);
  for (let y = 0, from = 0; y < size.height; y += 1) {
    for (let x = 0, at = (y + top) * width + left; x < size.width; x += 1, at += 1, from += 4) {
      foreground.data[at * 3] = pixels[from] ?? 0;
      foreground.data[at * 3 + 1] = pixels[from + 1] ?? 0;
      foreground.data[at * 3 + 2] = pixels[from + 2] ?? 0;
      alpha.data[at] = (pixels[from + 3] ?? 0) / 255;
    }
  }
  return { foreground, alpha };
}
