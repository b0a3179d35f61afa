const bins = 1024;

/** Weighted percentiles, 0 to 1. */
export function percentiles(
  tones: Float32Array,
  shares: readonly number[],
  weights?: ArrayLike<number>,
): readonly number[] {
  const counts = new Float64Array(bins);
  let total = 0;
  for (let at = 0; at < tones.length; at += 1) {
    const weight = weights ? (weights[at] ?? 0) : 1;
    const bin = Math.min(bins - 1, Math.max(0, Math.floor((tones[at] ?? 0) * bins)));
    counts[bin] = (counts[bin] ?? 0) + weight;
    total += weight;
  }
  return shares.map((share) => {
    let seen = 0;
    for (let bin = 0; bin < bins; bin += 1) {
      seen += counts[bin] ?? 0;
      if (seen >= share * total) return (bin + 0.5) / bins;
    }
    return 1;
  });
}

export function quantile(values: number[], share: number): number | null {
  values.sort((one, other) => one - other);
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? null;
}

export function shareOf(data: Float32Array, passes: (value: number) => boolean): number {
  let count = 0;
  for (const value of data) if (passes(value)) count += 1;
  return count / Math.max(1, data.length);
}
