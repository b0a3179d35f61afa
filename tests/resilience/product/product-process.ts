import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { memorySettings, project } from "../../../perf/servers/product.ts";

export type Role = "web" | "worker";

const files = { web: "app/server/http/server.ts", worker: "app/transformations/running/worker.ts" } as const;
const readyLine = { web: /^ready /m, worker: /^working$/m } as const;
const keptOutput = 20_000;

/** A process of the product's that may be killed and started again. */
export interface ProductProcess {
  role: Role;
  readonly pid: number;
  /** The end of what its lives printed, oldest first. */
  readonly output: string;
  start(): Promise<void>;
  /** kill -9; returns after its exit. */
  kill(): Promise<void>;
  /** SIGTERM; returns after its exit. */
  stop(): Promise<void>;
}

/**
 * One of the product's own processes, as the image starts it with `environment`, with nothing of the caller's but the paths; not
 * yet started.
 */
export function productProcess(role: Role, environment: Record<string, string>): ProductProcess {
  let child: ChildProcess | null = null;
  let output = "";
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const exited = once(ending, "exit");
    ending.kill(signal);
    await exited;
  };
  return {
    role,
    get pid() {
      return child?.pid ?? 0;
    },
    get output() {
      return output;
    },
    async start() {
      const { PATH = "", HOME = "" } = process.env;
      const started = spawn(process.execPath, [join(project, files[role])], {
        cwd: project,
        env: { PATH, HOME, NODE_ENV: "production", ...memorySettings, ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      let printed = "";
      const ready = Promise.withResolvers<void>();
      for (const stream of [started.stdout, started.stderr]) {
        stream?.setEncoding("utf8").on("data", (text: string) => {
          output = (output + text).slice(-keptOutput);
          printed = (printed + text).slice(-keptOutput);
          if (readyLine[role].test(printed)) ready.resolve();
        });
      }
      started.once("error", ready.reject);
      started.once("exit", (code, signal) =>
        ready.reject(new Error(`the ${role} process ended with ${code ?? signal}:\n${printed}`)),
      );
      await ready.promise;
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}
