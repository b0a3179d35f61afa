import type { Photo } from "../work.ts";

/** D65: lightness 0 to 100, chroma, hue in degrees. For tests of results. */
export interface PerceivedColour {
  lightness: number;
  chroma: number;
  hue: number;
}

export function perceivedAt(photo: Photo, x: number, y: number, radius = 3): PerceivedColour {
  const mean = [0, 0, 0];
  const pixels = (2 * radius + 1) ** 2;
  for (let down = -radius; down <= radius; down += 1) {
    for (let across = -radius; across <= radius; across += 1) {
      const at = ((y + down) * photo.width + x + across) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        mean[channel] = (mean[channel] ?? 0) + (photo.data[at + channel] ?? 0) / pixels;
      }
    }
  }
  return perceived(mean);
}

function perceived([r = 0, g = 0, b = 0]: number[]): PerceivedColour {
  const [red, green, blue] = [linear(r), linear(g), linear(b)];
  const x = response((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = response(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = response((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  const [a, bStar] = [500 * (x - y), 200 * (y - z)];
  return { lightness: 116 * y - 16, chroma: Math.hypot(a, bStar), hue: (Math.atan2(bStar, a) * 180) / Math.PI };
}

function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function response(share: number): number {
  return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
}
