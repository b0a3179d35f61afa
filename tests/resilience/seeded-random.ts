export type SeededRandom = ReturnType<typeof seededRandom>;

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, good enough to spread kills and requests. */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  /** At least 0, below 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number of at least 0, below `limit`. */
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(values: readonly [T, ...T[]]): T => values[below(values.length)] ?? values[0];
  return { next, below, pick };
}
