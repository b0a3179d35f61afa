import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

export interface RunningServer {
  /** Without a slash at its end. */
  url: string;
  pid: number;
  /** From being spawned to the first page, the landing page. */
  bootMs: number;
  stop(): Promise<void>;
}

const bootLimitMs = 60_000;
const askEveryMs = 5;
const stopLimitMs = 15_000;

/**
 * Runs `node <file>` with PORT and `environment` until it answers `/` and then `readyPath`. The caller's own settings do
 * not reach it: what is measured is the product with its embedded parts, whatever this shell is connected to.
 * @throws with the server's output when it ends or stays silent for a minute.
 */
export async function startServer(
  file: string,
  port: number,
  environment: Record<string, string>,
  readyPath: string,
): Promise<RunningServer> {
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const server = spawn(process.execPath, [file], {
    env: { ...inherited(), PORT: String(port), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = once(server, "exit");
  let output = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.on("data", (chunk: Buffer) => (output = `${output}${chunk}`.slice(-4_000)));
  }
  const ended = () => server.exitCode !== null || server.signalCode !== null;
  const stop = async () => {
    if (ended()) return;
    server.kill("SIGTERM");
    const late = setTimeout(() => server.kill("SIGKILL"), stopLimitMs);
    await gone;
    clearTimeout(late);
  };
  const until = async (path: string) => {
    while (!(await answers(url + path))) {
      if (ended() || performance.now() - started > bootLimitMs) {
        await stop();
        throw new Error(`${file} did not answer ${path}: ${output.trim()}`);
      }
      await pause(askEveryMs);
    }
    return performance.now() - started;
  };
  const bootMs = await until("/");
  await until(readyPath);
  return { url, pid: server.pid ?? 0, bootMs, stop };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000), headers: { Connection: "close" } });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

function inherited(): Record<string, string> {
  const values = ["PATH", "HOME", "TMPDIR"].map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(values.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
