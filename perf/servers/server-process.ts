import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A server in a process of its own, which may be killed and started again. */
export interface ServerProcess {
  readonly pid: number;
  /** The end of its output over all starts, oldest first. */
  readonly output: string;
  /** @throws with its output when it ends before it is ready. */
  start(): Promise<void>;
  /** kill -9; returns after its exit. */
  kill(): Promise<void>;
  /** SIGTERM; returns after its exit. */
  stop(): Promise<void>;
}

const longestOutput = 20_000;

/** `node <file>` with `environment` and the caller's paths alone; it is ready when it prints `ready`. Not yet started. */
export function serverProcess(file: string, ready: RegExp, environment: Record<string, string>): ServerProcess {
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
    get pid() {
      return child?.pid ?? 0;
    },
    get output() {
      return output;
    },
    async start() {
      const { PATH = "", HOME = "" } = process.env;
      const started = spawn(process.execPath, [file], {
        env: { PATH, HOME, ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      let printed = "";
      const isReady = Promise.withResolvers<void>();
      for (const stream of [started.stdout, started.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          output = (output + text).slice(-longestOutput);
          printed = (printed + text).slice(-longestOutput);
          if (ready.test(printed)) isReady.resolve();
        });
      }
      started.once("error", isReady.reject);
      started.once("exit", (code, signal) =>
        isReady.reject(new Error(`${file} ended with ${code ?? signal}:\n${printed}`)),
      );
      await isReady.promise;
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}
