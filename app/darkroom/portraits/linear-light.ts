/** IEC 61966-2-1, 0 to 1. */
export const lightOfByte = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

const steps = 8192;
const bytes = Float32Array.from({ length: steps + 1 }, (_, at) => {
  const light = at / steps;
  return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
});

/** 0 to 255, unrounded. */
export const byteOfLight = (light: number): number =>
  bytes[light <= 0 ? 0 : light >= 1 ? steps : (light * steps + 0.5) | 0] ?? 0;

export const brightness = (red: number, green: number, blue: number): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;
