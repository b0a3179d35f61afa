import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Bench } from "../bench.ts";
import type { Readings } from "../budgets.ts";
import { processTree } from "../processes.ts";
import { sum } from "../statistics.ts";

const idleMs = 20_000;

/** The web process with its embedded database, queue and worker, after one page and 20 s of silence. */
export async function measureMemory(bench: Bench): Promise<Readings> {
  if (!existsSync("/proc/self/status")) {
    const skipped = "only where there is a /proc";
    return { idleMemory: { skipped }, peakMemory: { skipped } };
  }
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
    };
  } finally {
    await server.stop();
  }
}
