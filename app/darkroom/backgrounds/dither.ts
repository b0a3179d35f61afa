const noise = Float32Array.from({ length: 1 << 14 }, (_, at) => {
  const first = Math.imul(at + 1, 0x9e3779b1);
  const second = Math.imul(first ^ (first >>> 15), 0x85ebca6b);
  return ((second & 0xff) + ((second >>> 8) & 0xff)) / 255 - 1;
});

/** Adds noise before rounding, against banding. `at` is the seed. */
export function dithered(value: number, at: number): number {
  // Knuth's multiplicative hash separates neighbours.
  return value + (noise[Math.imul(at, 0x9e3779b1) >>> 18] ?? 0);
}
