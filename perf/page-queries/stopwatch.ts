import { median, percentile } from "../statistics.ts";

export interface Times {
  /** ms. */
  median: number;
  p95: number;
}

/**
 * Times two ways of doing the same in turn, so that whatever else the machine does meets both alike; who goes first
 * changes every time.
 */
export async function timeInTurn(
  ways: readonly [small: () => Promise<unknown>, large: () => Promise<unknown>],
  { samples, warmUps }: { samples: number; warmUps: number },
): Promise<[small: Times, large: Times]> {
  const times: [number[], number[]] = [[], []];
  for (let turn = -warmUps; turn < samples; turn++) {
    for (const way of turn % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now();
      await ways[way]();
      if (turn >= 0) times[way].push(performance.now() - startedAt);
    }
  }
  return [summary(times[0]), summary(times[1])];
}

const summary = (times: number[]): Times => ({ median: median(times), p95: percentile(times, 95) });
