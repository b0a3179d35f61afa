import type { Logger } from "pino";

/** Work that is done again and again in the background; one sweep at a time. */
export interface Sweeper {
  /** Starts no further sweep, tells the running one to end, and waits for it. */
  stop(): Promise<void>;
}

/** Runs `sweep` every `everyMs` until stopped. A failed sweep is logged by its name, and the next one tries again. */
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
