import { setTimeout as pause } from "node:timers/promises";
import type { Bench } from "../bench.ts";
import type { Readings } from "../budgets.ts";
import type { RunningServer } from "../servers/product.ts";
import { median } from "../statistics.ts";

const starts = 3;

/** From the command to the first answer, with a data directory an earlier start has made; turn by turn. */
export async function measureBoot(bench: Bench): Promise<Readings> {
  // The first starts build, and make the product's secrets.
  await boot(bench.startProduct, bench.urls.product);
  await boot(bench.startBare, bench.urls.bare);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let index = 0; index < starts; index++) {
    ours.push(await boot(bench.startProduct, bench.urls.product));
    theirs.push(await boot(bench.startBare, bench.urls.bare));
  }
  return {
    bootRatio: {
      value: median(ours) / median(theirs),
      note: `${median(ours).toFixed(0)} to ${median(theirs).toFixed(0)} ms`,
    },
  };
}

async function boot(start: () => Promise<RunningServer>, url: string): Promise<number> {
  const started = performance.now();
  let isReady = false;
  const starting = start().finally(() => (isReady = true));
  // The landing page is there before the server is ready for members.
  while (!isReady && !(await answers(url))) await pause(5);
  const bootMs = performance.now() - started;
  await (await starting).stop();
  return bootMs;
}

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000), headers: { Connection: "close" } }).then(
    async (response) => (await response.arrayBuffer()) && response.status === 200,
    () => false,
  );
