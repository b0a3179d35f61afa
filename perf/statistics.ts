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

/** Above this, long tasks and tails say more about the machine's other work than about ours. */
export const maxNoise = 1.2;

/** One run of a fixed piece of arithmetic, ms: by the clock, and on the processor. */
export interface Spin {
  clockMs: number;
  processorMs: number;
}

export function spin(): Spin {
  const [clock, processor] = [performance.now(), process.cpuUsage()];
  let value = 0;
  for (let index = 0; index < 3e7; index++) value = (value * 31 + index) | 0;
  const { user, system } = process.cpuUsage(processor);
  return { clockMs: performance.now() - clock + (value & 0), processorMs: (user + system) / 1000 };
}

/**
 * How many times longer the usual spin took than the best could have: 1 on a machine that is ours alone. Waiting for
 * the processor shows in clock against processor time, a slower processor in the usual against the best spin.
 */
export function noise(spins: readonly Spin[]): number {
  return (
    median(spins.map(({ clockMs }) => clockMs)) /
    Math.min(...spins.map(({ clockMs, processorMs }) => Math.min(clockMs, processorMs)))
  );
}
