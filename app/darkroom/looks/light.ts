/** ITU-R BT.709. */
export const lumaWeights = { red: 0.2126, green: 0.7152, blue: 0.0722 } as const;

export function lumaOf(red: number, green: number, blue: number): number {
  return lumaWeights.red * red + lumaWeights.green * green + lumaWeights.blue * blue;
}

/** IEC 61966-2-1. */
export const linearOf = Float32Array.from({ length: 256 }, (_, level) =>
  level / 255 <= 0.04045 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4,
);

/** Linear light to sRGB, 0 to 1. */
export function encodedOf(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** Stops of light per doubling of an sRGB tone. */
export const stopsPerDoubling = 2.2;

export function stopsBetween(from: number, to: number): number {
  return stopsPerDoubling * Math.log2(to / Math.max(0.004, from));
}

export const toneGain = (stops: number): number => 2 ** (stops / stopsPerDoubling);
