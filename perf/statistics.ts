/**
 * The nearest-rank percentile: the smallest value that at least `percent` of all values do not exceed.
 * NaN of no values, which no budget accepts.
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** The lower middle value, so that it is one that was measured. */
export const median = (values: readonly number[]): number => percentile(values, 50);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
