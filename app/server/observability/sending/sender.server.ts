import type { Logger } from "pino";

export interface Sender<T> {
  add(item: T): void;
  close(): Promise<void>;
}

interface Sending<T> {
  to: string;
  everyMs: number;
  maxWaiting: number;
  requests: (items: T[]) => { url: string; headers: Record<string, string>; body: string }[];
  log: Pick<Logger, "warn">;
}

const patienceMs = 5_000;
const closeTimeoutMs = 2_000;
const logEveryMs = 600_000;

/** Sends items in batches in the background; drops and logs those that cannot be sent. */
export function createSender<T>({ to, everyMs, maxWaiting: most, requests, log }: Sending<T>): Sender<T> {
  let waiting: T[] = [];
  let loggedAt = Number.NEGATIVE_INFINITY;
  const failed = (reason: string) => {
    if (performance.now() - loggedAt < logEveryMs) return;
    loggedAt = performance.now();
    log.warn({ to, reason }, "what was observed could not be sent on");
  };
  const send = async (timeoutMs: number) => {
    const items = waiting;
    waiting = [];
    if (!items.length) return;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      for (const { url, headers, body } of requests(items)) {
        const answer = await fetch(url, { method: "POST", headers, body, redirect: "error", signal });
        await answer.body?.cancel();
        if (!answer.ok) failed(`answered ${answer.status}`);
      }
    } catch (error) {
      failed(error instanceof Error ? error.name : "unknown");
    }
  };
  const timer = setInterval(() => void send(patienceMs), everyMs);
  timer.unref();
  return {
    add: (item) => {
      if (waiting.length < most) waiting.push(item);
    },
    close: async () => {
      clearInterval(timer);
      await send(closeTimeoutMs);
    },
  };
}
