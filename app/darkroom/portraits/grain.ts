const size = 1 << 16;

/**
 * Noise for a picture's pixels, in levels of 255: `sigma` is its standard deviation on a scale from 0 to 1. At least
 * enough to break up the steps of a smooth gradient; the same on every run.
 */
export function grainTable(sigma: number): (at: number) => number {
  const levels = Math.max(0.45, Math.min(7, sigma * 255));
  const table = new Float32Array(size);
  let state = 1;
  const dice = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  for (let at = 0; at < size; at += 1) table[at] = (dice() + dice() + dice() - 1.5) * 2 * levels;
  // Folding the index over keeps the table from repeating visibly from row to row.
  return (at) => table[(at ^ (at >>> 13)) & (size - 1)] ?? 0;
}
