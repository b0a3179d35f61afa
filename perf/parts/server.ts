import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Bench } from "../bench.ts";
import type { Readings } from "../budgets.ts";
import { type LoadResult, runLoad } from "../load.ts";
import { processTree } from "../processes.ts";
import type { RunningServer } from "../servers/product.ts";
import { median, percentile, sum } from "../report.ts";

const starts = 3;

/** Measures the time from the command to the first answer, with an existing data directory, both servers in turn. */
export async function measureBoot(bench: Bench): Promise<Readings> {
  // The first starts also build, and create the product's secrets.
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
  // The landing page answers before the server is ready for members.
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

const idleMs = 20_000;

/** Measures the web process with its embedded database, queue and worker, after one page and 20 s without requests. */
export async function measureMemory(bench: Bench): Promise<Readings> {
  if (!existsSync("/proc/self/status")) {
    const skipped = "only where there is a /proc";
    return { idleMemory: { skipped }, peakMemory: { skipped }, firstPeakMemory: { skipped } };
  }
  const first = await bench.startFirst();
  const [made] = await processTree(first.pid).finally(first.stop);
  const server = await bench.startProduct();
  try {
    await (await fetch(`${server.url}/`)).arrayBuffer();
    await pause(idleMs);
    const processes = await processTree(server.pid);
    return {
      idleMemory: {
        value: sum(processes.map(({ residentMegabytes }) => residentMegabytes)),
        note: `${processes.length} ${processes.length === 1 ? "process" : "processes"}`,
      },
      peakMemory: { value: processes[0]?.peakMegabytes ?? Number.NaN },
      firstPeakMemory: { value: made?.peakMegabytes ?? Number.NaN },
    };
  } finally {
    await server.stop();
  }
}

const rounds = 3;
const secondsEach = 2;
const connections = 8;

/** Measures the throughput of the landing page and of the bare server's page in turn, so that noise affects both. */
export async function measureAgainstBare(bench: Bench): Promise<Readings> {
  const product = await bench.product();
  const bare = await bench.startBare();
  try {
    const load = (url: string, seconds: number) => runLoad({ url: `${url}/`, seconds, pace: { connections } });
    await load(product.url, 1); // warms up
    await load(bare.url, 1);
    const ours: LoadResult[] = [];
    const theirs: LoadResult[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await load(product.url, secondsEach));
      theirs.push(await load(bare.url, secondsEach));
    }
    const [rate, bareRate] = [perSecond(ours), perSecond(theirs)];
    const [tail, bareTail] = [p99(ours), p99(theirs)];
    return {
      bareRate: { value: rate / bareRate, note: `${rate.toFixed(0)} to ${bareRate.toFixed(0)} per second` },
      bareTail: {
        value: tail / bareTail,
        note: `${tail.toFixed(1)} to ${bareTail.toFixed(1)} ms, ${connections} connections`,
      },
    };
  } finally {
    await bare.stop();
  }
}

const perSecond = (runs: LoadResult[]) =>
  sum(runs.map((run) => run.samples.length)) / sum(runs.map((run) => run.seconds));
const p99 = (runs: LoadResult[]) =>
  percentile(
    runs.flatMap((run) => run.samples.map(({ ms }) => ms)),
    99,
  );
