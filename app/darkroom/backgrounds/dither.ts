/** Noise of one level either way, triangular, the same on every run: the sums of two rounds of a hash. */
const noise = Float32Array.from({ length: 1 << 14 }, (_, at) => {
  const first = Math.imul(at + 1, 0x9e3779b1);
  const second = Math.imul(first ^ (first >>> 15), 0x85ebca6b);
  return ((second & 0xff) + ((second >>> 8) & 0xff)) / 255 - 1;
});

/** A value with a little noise before it is rounded to a byte, so that slow gradients show no bands. `at` seeds it. */
export function dithered(value: number, at: number): number {
  // Knuth's multiplicative hash: neighbours, and pixels below each other, read far apart.
  return value + (noise[Math.imul(at, 0x9e3779b1) >>> 18] ?? 0);
}
