/** Generative models return opaque pictures only, so the subject is cut out of a pure colour. */
export interface KeyColour {
  name: string;
  hex: `#${string}`;
  own: readonly number[];
  others: readonly number[];
}

export const keyColours = [
  { name: "pure green", hex: "#00FF00", own: [1], others: [0, 2] },
  { name: "pure blue", hex: "#0000FF", own: [2], others: [0, 1] },
  { name: "pure magenta", hex: "#FF00FF", own: [0, 2], others: [1] },
] as const satisfies readonly KeyColour[];

/** Weakest own minus strongest other channel, 0 to 255 (colour difference of P. Vlahos's keyers). `at` is an offset. */
export function excessOf({ own, others }: KeyColour, pixels: Uint8Array, at: number): number {
  let weakest = 255;
  let strongest = 0;
  for (const channel of own) weakest = Math.min(weakest, pixels[at + channel] ?? 0);
  for (const channel of others) strongest = Math.max(strongest, pixels[at + channel] ?? 0);
  return Math.max(0, weakest - strongest);
}
