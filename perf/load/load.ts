import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LoadPlan, LoadResult } from "./samples.ts";

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
