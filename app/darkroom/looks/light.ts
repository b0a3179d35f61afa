/** ITU-R BT.709: how much each primary adds to luma. */
export const lumaWeights = { red: 0.2126, green: 0.7152, blue: 0.0722 } as const;

export function lumaOf(red: number, green: number, blue: number): number {
  return lumaWeights.red * red + lumaWeights.green * green + lumaWeights.blue * blue;
}

/** Linear light, 0 to 1, of each of sRGB's 256 levels (IEC 61966-2-1). */
export const linearOf = Float32Array.from({ length: 256 }, (_, level) =>
  level / 255 <= 0.04045 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4,
);

/** The sRGB tone, 0 to 1, of linear light. */
export function encodedOf(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** Tones are powers of light: this many times the doublings of a tone are the doublings (stops) of its light. */
export const stopsPerDoubling = 2.2;

/** How many stops of light lie between two tones. */
export function stopsBetween(from: number, to: number): number {
  return stopsPerDoubling * Math.log2(to / Math.max(0.004, from));
}

/** By how much a tone is multiplied when its light changes by so many stops. */
export const toneGain = (stops: number): number => 2 ** (stops / stopsPerDoubling);
