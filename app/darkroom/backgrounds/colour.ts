/** sRGB bytes. */
export type Rgb = readonly [red: number, green: number, blue: number];

export function parseColour(text: string): Rgb | null {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return null;
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** IEC 61966-2-1; light from 0 to 1. */
export function toLinear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function fromLinear(light: number): number {
  const share = Math.min(1, Math.max(0, light));
  return 255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055);
}

/** Bytes for 4096 equal steps of linear light. */
export const bytesOfLight = Float32Array.from({ length: 4097 }, (_, step) => fromLinear(step / 4096));
/** Linear light per byte. */
export const lightOfBytes = Float32Array.from({ length: 256 }, (_, byte) => toLinear(byte));

const noise = Float32Array.from({ length: 1 << 14 }, (_, at) => {
  const first = Math.imul(at + 1, 0x9e3779b1);
  const second = Math.imul(first ^ (first >>> 15), 0x85ebca6b);
  return ((second & 0xff) + ((second >>> 8) & 0xff)) / 255 - 1;
});

/** Adds noise before rounding to prevent banding. `at` is the seed. */
export function dithered(value: number, at: number): number {
  // Knuth's multiplicative hash separates neighbours.
  return value + (noise[Math.imul(at, 0x9e3779b1) >>> 18] ?? 0);
}
