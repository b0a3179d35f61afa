import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Bench } from "../bench.ts";
import type { Readings } from "../budgets.ts";
import { residentMegabytes } from "../process-memory.ts";

const idleMs = 20_000;

/** The web process with its embedded database, queue and worker, after one page and 20 s of silence. */
export async function measureMemory(bench: Bench): Promise<Readings> {
  if (!existsSync("/proc/self/status")) return { idleMemory: { skipped: "only where there is a /proc" } };
  const server = await bench.startProduct();
  try {
    await (await fetch(`${server.url}/`)).arrayBuffer();
    await pause(idleMs);
    const { megabytes, processes } = await residentMegabytes(server.pid);
    return { idleMemory: { value: megabytes, note: `${processes} ${processes === 1 ? "process" : "processes"}` } };
  } finally {
    await server.stop();
  }
}
