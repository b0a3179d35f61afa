/** One answered request: when it was sent (ms since 1970) and how long its whole answer took (ms). */
export interface Sample {
  at: number;
  ms: number;
}

export interface LoadResult {
  samples: Sample[];
  seconds: number;
}

export interface LoadPlan {
  url: string;
  seconds: number;
  /** A fixed rate sends on time whether or not earlier answers have come; connections ask again after each answer. */
  pace: { perSecond: number } | { connections: number };
  /** Beside those every visitor sends. */
  headers?: Record<string, string>;
}

/** The latencies of what was sent from `from` to `to`, ms since 1970. */
export const between = (samples: readonly Sample[], from: number, to: number): number[] =>
  samples.filter(({ at }) => at >= from && at <= to).map(({ ms }) => ms);
