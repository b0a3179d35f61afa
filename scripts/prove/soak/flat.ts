import { median } from "../../measure/statistics.ts";

export interface Trend {
  /** The middle one of all values. */
  middle: number;
  /** How much it grew from the first sample to the last, by the middle one of all slopes (Theil and Sen). */
  growth: number;
  /** Whether that is within the tolerated share of the middle. */
  flat: boolean;
}

/**
 * Whether a series grows. The middle of the slopes between all pairs is not moved by peaks, which memory has whenever
 * something large passes through. `tolerated` is a share: 0.03 lets the series grow by 3 % over all of its time.
 */
export function trendOf(samples: readonly { at: number; value: number }[], tolerated: number): Trend {
  const middle = median(samples.map(({ value }) => value));
  const slopes = samples.flatMap((from, index) =>
    samples.slice(index + 1).map((to) => (to.value - from.value) / (to.at - from.at)),
  );
  const span = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0);
  const growth = median(slopes) * span;
  return { middle, growth, flat: growth <= middle * tolerated };
}
