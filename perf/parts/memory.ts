import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Bench } from "../bench.ts";
import type { Readings } from "../budgets.ts";
import { readdir, readFile } from "node:fs/promises";
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
    const { peakKib } = readStatus(await readFile(`/proc/${server.pid}/status`, "utf8"));
    const { megabytes, processes } = await residentMegabytes(server.pid);
    return {
      idleMemory: { value: megabytes, note: `${processes} ${processes === 1 ? "process" : "processes"}` },
      peakMemory: { value: (peakKib * 1024) / 1e6 },
    };
  } finally {
    await server.stop();
  }
}

interface ProcessStatus {
  pid: number;
  parent: number;
  /** Resident set, in units of 1024 bytes as Linux gives it. */
  residentKib: number;
  peakKib: number;
}

/** The resident memory of a process and all that descend from it, in units of 1 000 000 bytes. Linux only. */
async function residentMegabytes(pid: number): Promise<{ megabytes: number; processes: number }> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  // Processes end while they are being listed.
  const texts = await Promise.all(pids.map((name) => readFile(`/proc/${name}/status`, "utf8").catch(() => "")));
  const family = familyOf(pid, texts.filter(Boolean).map(readStatus));
  return { megabytes: (sum(family.map(({ residentKib }) => residentKib)) * 1024) / 1e6, processes: family.length };
}

/** Reads /proc/<pid>/status (proc_pid_status(5)). Kernel threads have no resident memory. */
function readStatus(text: string): ProcessStatus {
  const number = (name: string) => Number(text.match(new RegExp(`^${name}:\\s+(\\d+)`, "m"))?.[1] ?? 0);
  return { pid: number("Pid"), parent: number("PPid"), residentKib: number("VmRSS"), peakKib: number("VmHWM") };
}

function familyOf(pid: number, all: readonly ProcessStatus[]): ProcessStatus[] {
  const children = all.filter(({ parent }) => parent === pid);
  return [...all.filter((one) => one.pid === pid), ...children.flatMap((child) => familyOf(child.pid, all))];
}
