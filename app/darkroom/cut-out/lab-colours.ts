import type { Photo } from "../photo.ts";

/** A photo's colours in CIELAB (D65), channel after channel: lightness 0 to 100, then a* and b*. */
export type LabColours = readonly [lightness: Float32Array, a: Float32Array, b: Float32Array];

/** Linear light of each byte (sRGB, IEC 61966-2-1). */
const linear = Float32Array.from({ length: 256 }, (_, byte) => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** The photo in CIELAB, where distances are about as large as they look. */
export function labColours({ width, height, data }: Photo): LabColours {
  const lightness = new Float32Array(width * height);
  const a = new Float32Array(width * height);
  const b = new Float32Array(width * height);
  for (let at = 0, from = 0; at < lightness.length; at += 1, from += 3) {
    const red = linear[data[from] ?? 0] ?? 0;
    const green = linear[data[from + 1] ?? 0] ?? 0;
    const blue = linear[data[from + 2] ?? 0] ?? 0;
    const x = response((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
    const y = response(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    const z = response((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
    lightness[at] = 116 * y - 16;
    a[at] = 500 * (x - y);
    b[at] = 200 * (y - z);
  }
  return [lightness, a, b];
}

const response = (share: number) => (share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116);
