/** sRGB bytes. */
export type Rgb = readonly [red: number, green: number, blue: number];

export function parseColour(text: string): Rgb | null {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return null;
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** Linear light, 0 to 1, of a byte (IEC 61966-2-1). */
export function toLinear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Linear light of every byte. */
export const linearOf = Float32Array.from({ length: 256 }, (_, byte) => toLinear(byte));

/** Linear light to sRGB, 0 to 1. */
export function encodedOf(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** Bytes for 4096 equal steps of linear light. */
export const bytesOfLight = Float32Array.from({ length: 4097 }, (_, step) => 255 * encodedOf(step / 4096));

/** ITU-R BT.709. */
export const lumaWeights = { red: 0.2126, green: 0.7152, blue: 0.0722 } as const;

export function lumaOf(red: number, green: number, blue: number): number {
  return lumaWeights.red * red + lumaWeights.green * green + lumaWeights.blue * blue;
}

/** Stops of light per doubling of an sRGB tone. */
export const stopsPerDoubling = 2.2;

export function stopsBetween(from: number, to: number): number {
  return stopsPerDoubling * Math.log2(to / Math.max(0.004, from));
}

export const toneGain = (stops: number): number => 2 ** (stops / stopsPerDoubling);

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
