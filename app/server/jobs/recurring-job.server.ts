import type { Logger } from "pino";

export interface Sweeper {
  /** Starts no more sweeps, signals the running one to end, and waits for it. */
  stop(): Promise<void>;
}

/** Runs `sweep` every `everyMs`, one at a time, and logs failures. */
export function startSweeper(
  { name, everyMs, log }: { name: string; everyMs: number; log: Pick<Logger, "error"> },
  sweep: (signal: AbortSignal) => Promise<unknown>,
): Sweeper {
  const stopped = new AbortController();
  let running: Promise<unknown> | null = null;
  const run = async () => {
    try {
      await sweep(stopped.signal);
    } catch (error) {
      log.error({ err: error, sweep: name }, "sweep failed");
    } finally {
      running = null;
    }
  };
  const timer = setInterval(() => void (running ??= run()), everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      stopped.abort();
      await running;
    },
  };
}
