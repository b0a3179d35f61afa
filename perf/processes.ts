import { readdir, readFile } from "node:fs/promises";

export interface MeasuredProcess {
  pid: number;
  parent: number;
  command: string;
  /** CPU time of all threads since its start. */
  cpuMs: number;
  residentMegabytes: number;
  /** The largest resident set so far, in units of 1 000 000 bytes. */
  peakMegabytes: number;
}

/** A process and its descendants, the root first. Linux only: reads /proc (proc_pid_stat(5), proc_pid_status(5)). */
export async function processTree(root: number): Promise<MeasuredProcess[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(pids.map(readProcess))).filter((one) => one !== null);
  const below = (pid: number): MeasuredProcess[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

/** Returns null when the process has ended. */
async function readProcess(pid: string): Promise<MeasuredProcess | null> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, "utf8");
  try {
    const [status, stat, command] = await Promise.all([read("status"), read("stat"), read("cmdline")]);
    const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
    // The process name before these fields may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return {
      pid: number("Pid"),
      parent: number("PPid"),
      command,
      cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
      residentMegabytes: (number("VmRSS") * 1024) / 1e6,
      peakMegabytes: (number("VmHWM") * 1024) / 1e6,
    };
  } catch {
    return null;
  }
}

/** The kernel's clock tick for programs in ms, on every architecture that Node supports. */
const tickMs = 10;
