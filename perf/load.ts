/**
 * Sends requests for one page from its own thread, so that other work of the measurement does not delay them. This
 * module contains both the caller's side and the thread.
 */
import { once } from "node:events";
import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

interface LoadPlan {
  url: string;
  seconds: number;
  /** A fixed rate does not wait for earlier answers; each connection sends its next request after an answer. */
  pace: { perSecond: number } | { connections: number };
}

/** One answered request: its send time (ms since 1970) and the time until its answer was complete (ms). */
interface Sample {
  at: number;
  ms: number;
}

export interface LoadResult {
  samples: Sample[];
  seconds: number;
}

/** `stop` ends the load early, after open requests are answered. The result rejects unless all get 200. */
export function startLoad(plan: LoadPlan): { result: Promise<LoadResult>; stop(): void } {
  const thread = new Worker(new URL(import.meta.url), { workerData: plan });
  const result = once(thread, "message").then(([message]) => message as LoadResult);
  return { result, stop: () => thread.postMessage("stop") };
}

export const runLoad = (plan: LoadPlan): Promise<LoadResult> => startLoad(plan).result;

async function ask({ url, seconds, pace }: LoadPlan): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true });
  const samples: Sample[] = [];
  const started = performance.now();
  let stopped = false;
  parentPort?.once("message", () => (stopped = true));
  const over = () => stopped || performance.now() - started >= seconds * 1000;
  const request = async () => {
    const at = performance.now();
    const sent = get(url, { agent, headers: { "Accept-Encoding": "gzip, deflate, br" } });
    const [answer] = await once(sent, "response");
    await once(answer.resume(), "end");
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
    samples.push({ at: performance.timeOrigin + at, ms: performance.now() - at });
  };
  const visitor = async () => {
    while (!over()) await request();
  };
  if ("connections" in pace) await Promise.all(Array.from({ length: pace.connections }, visitor));
  else {
    const requests: Promise<void>[] = [];
    for (let index = 1; !over(); index++) {
      requests.push(request());
      await pause(Math.max(0, started + (index * 1000) / pace.perSecond - performance.now()));
    }
    await Promise.all(requests);
  }
  agent.destroy();
  return { samples, seconds: (performance.now() - started) / 1000 };
}

if (!isMainThread) {
  parentPort?.postMessage(await ask(workerData as LoadPlan));
  parentPort?.close();
}
