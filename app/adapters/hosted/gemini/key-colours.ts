/**
 * A colour the model paints behind the subject so that it can be taken out again: in its own channels full, in the
 * others nothing. A generative model gives opaque pictures only.
 */
export interface KeyColour {
  name: string;
  hex: `#${string}`;
  /** The channels (0 red, 1 green, 2 blue) it is made of, and the others. */
  own: readonly number[];
  others: readonly number[];
}

/** In the order of how seldom clothes, skin and lips have them. */
export const keyColours = [
  { name: "pure green", hex: "#00FF00", own: [1], others: [0, 2] },
  { name: "pure blue", hex: "#0000FF", own: [2], others: [0, 1] },
  { name: "pure magenta", hex: "#FF00FF", own: [0, 2], others: [1] },
] as const satisfies readonly KeyColour[];

/**
 * How much of the key colour a pixel has: by how far its weakest own channel exceeds its strongest other one, 0 to 255
 * (the colour difference of P. Vlahos's keyers). `at` is where the pixel begins in `pixels`.
 */
export function excessOf({ own, others }: KeyColour, pixels: Uint8Array, at: number): number {
  let weakest = 255;
  let strongest = 0;
  for (const channel of own) weakest = Math.min(weakest, pixels[at + channel] ?? 0);
  for (const channel of others) strongest = Math.max(strongest, pixels[at + channel] ?? 0);
  return Math.max(0, weakest - strongest);
}
