import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Closing } from "../measure/closing.ts";

export interface Place {
  /** The image's files. */
  root: string;
  folder: string;
  closing: Closing;
}

export interface RunningContainer {
  /** Milliseconds until `url` answered 200; null when it was not asked for. */
  startMs: number | null;
  output: () => string;
  /** Runs a program in it; answers its output, whatever its exit code. */
  exec: (...args: string[]) => Promise<string>;
  /** SIGTERM to its first process; its exit code and how long it took. */
  stop: () => Promise<{ code: number | null; ms: number }>;
  /** Resolves with the exit code of a process that ends by itself. */
  ended: Promise<number | null>;
}

const execute = promisify(execFile);
/** The image's `node`. */
const user = { uid: 1000, gid: 1000 };

/**
 * Starts an image's process with runc: its user, no capability, no new privileges, the root file system read-only, a
 * tmpfs at /tmp and a folder at /data. Of the machine it shares the network, as Fly's machines have their own.
 */
export async function runContainer(
  { root, folder, closing }: Place,
  args: string[],
  { environment, readyUrl }: { environment: Record<string, string>; readyUrl?: string },
): Promise<RunningContainer> {
  const bundle = await mkdtemp(join(folder, "bundle-"));
  const data = join(bundle, "data");
  await mkdir(data);
  await chown(data, user.uid, user.gid);
  await writeFile(join(bundle, "config.json"), JSON.stringify(specification(root, data, args, environment)));
  const id = bundle.split("/").at(-1) ?? "";
  // "rootless" only means that runc does without cgroups where they cannot be had.
  const runc = ["--rootless=true", "--root", join(folder, "runc")];
  const started = performance.now();
  const child = spawn("runc", [...runc, "run", "--bundle", bundle, id], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const signal = (name: string) => execute("runc", [...runc, "kill", id, name]).catch(() => {});
  closing.add(async () => {
    await signal("KILL");
    await ended;
  });
  const startMs = readyUrl === undefined ? null : await untilReady(readyUrl, started, child);
  return {
    startMs,
    output: () => output,
    ended,
    exec: (...program) =>
      execute("runc", [...runc, "exec", id, ...program]).then(
        ({ stdout, stderr }) => stdout + stderr,
        (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ""}${error.stderr ?? ""}`,
      ),
    stop: async () => {
      const from = performance.now();
      await signal("TERM");
      return { code: await ended, ms: performance.now() - from };
    },
  };
}

async function untilReady(url: string, started: number, child: { exitCode: number | null }): Promise<number> {
  while (performance.now() - started < 120_000 && child.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return performance.now() - started;
    await pause(20);
  }
  throw new Error(`${url} was not answered`);
}

function specification(root: string, data: string, args: string[], environment: Record<string, string>) {
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", NODE_ENV: "production", DATA_DIR: "/data", ...environment };
  const tmpfs = (destination: string, options: string[]) => ({ destination, type: "tmpfs", source: "tmpfs", options });
  return {
    ociVersion: "1.0.2",
    process: {
      terminal: false,
      user,
      args,
      env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
      cwd: "/app",
      noNewPrivileges: true,
    },
    root: { path: root, readonly: true },
    mounts: [
      { destination: "/proc", type: "proc", source: "proc" },
      tmpfs("/dev", ["nosuid", "strictatime", "mode=755", "size=65536k"]),
      tmpfs("/tmp", ["nosuid", "nodev", "mode=1777"]),
      { destination: "/data", type: "bind", source: data, options: ["bind", "rw"] },
    ],
    linux: { namespaces: ["mount", "pid", "ipc", "uts"].map((type) => ({ type })) },
  };
}
