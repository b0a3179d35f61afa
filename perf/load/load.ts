import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface RunningLoad {
  result: Promise<LoadResult>;
  /** Lets open requests be answered and ends before the planned time. */
  stop(): void;
}

/** @throws (the result) when a request is not answered with 200. */
export function startLoad(plan: LoadPlan): RunningLoad {
  const load = fork(join(import.meta.dirname, "load-process.ts"), [JSON.stringify(plan)], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let said = "";
  load.stderr?.on("data", (chunk: Buffer) => (said += chunk));
  const ended = once(load, "close").then(() => {
    throw new Error(`the load generator ended: ${said.trim()}`);
  });
  const result = Promise.race([once(load, "message").then(([message]) => message as LoadResult), ended]);
  ended.catch(() => {});
  return { result, stop: () => load.connected && load.send("stop") };
}

export const runLoad = (plan: LoadPlan): Promise<LoadResult> => startLoad(plan).result;

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
