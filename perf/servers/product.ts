import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildStamp, stampFile } from "../../build-steps/build-stamp.ts";
import { freePort } from "../../tests/free-port.ts";
import { once } from "node:events";

/** The project's root folder. */
export const project = join(import.meta.dirname, "../..");

/** The image's memory settings (decision 29), so that measurements apply to the shipped image. */
export const memorySettings: Record<string, string> = Object.fromEntries(
  (/^ENV (NODE_OPTIONS=.+)$/m.exec(readFileSync(join(project, "Dockerfile"), "utf8"))?.[1] ?? "")
    .split(" ")
    .filter(Boolean)
    .map((setting) => [setting.slice(0, setting.indexOf("=")), setting.slice(setting.indexOf("=") + 1)]),
);

/** Builds the product unless the build matches the sources. */
export function buildProduct() {
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === buildStamp()) return;
  console.error("… building the product");
  runBuild("the product", "npm", ["run", "--silent", "build"]);
}

const entries = {
  web: { file: join(project, "app/server/http/server.ts"), ready: /^ready /m },
  worker: { file: join(project, "app/transformations/running/worker.ts"), ready: /^working$/m },
};

/** One of the product's own processes, as the image starts it. */
export function productProcess(role: keyof typeof entries, environment: Record<string, string>): ServerProcess {
  const { file, ready } = entries[role];
  return serverProcess(file, ready, { NODE_ENV: "production", ...memorySettings, ...environment });
}

export interface RunningServer {
  /** Without a trailing slash. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the production server like `npm run serve`, with its embedded parts in `dataDirectory`. A session belongs to
 * one address: it survives a restart only on the same port.
 */
export async function startProduct(
  dataDirectory: string,
  environment: Record<string, string> = {},
  givenPort?: number,
): Promise<RunningServer> {
  const port = givenPort ?? (await freePort());
  const { file, ready } = entries.web;
  return startOn(port, file, ready, {
    HOST: "127.0.0.1",
    APP_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDirectory,
    // The other settings need glibc, which only the image guarantees.
    NODE_OPTIONS: memorySettings["NODE_OPTIONS"] ?? "",
    ...environment,
  });
}

/** The build of perf/bare-app/react-router.config.ts. */
export const bareBuild = join(project, "node_modules/.cache/photogem-measure/bare-app/server/index.js");

/** Builds the comparison app on every run: it takes a second or two, and its packages may have changed. */
export function buildBare() {
  const cli = join(project, "node_modules/@react-router/dev/bin.js");
  runBuild("the bare app", process.execPath, [cli, "build", "perf/bare-app"]);
}

export const startBare = (port: number): Promise<RunningServer> =>
  startOn(port, join(import.meta.dirname, "bare-server.ts"), /^ready/m, { NODE_ENV: "production" });

async function startOn(port: number, file: string, ready: RegExp, environment: Record<string, string>) {
  const server = serverProcess(file, ready, { PORT: String(port), ...environment });
  await server.start();
  return { url: `http://127.0.0.1:${port}`, pid: server.pid, stop: server.stop };
}

/** Runs a build in the project's folder, silently. @throws with its output when it fails. */
function runBuild(what: string, command: string, args: string[]) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: project, encoding: "utf8" });
  if (status !== 0) throw new Error(`${what} could not be built\n${stdout}${stderr}`, { cause: error });
}

/** A server in its own process, which tests can kill and start again. */
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

/** Prepares `node <file>` with only `environment` and the caller's paths. Ready when its output matches `ready`. */
function serverProcess(file: string, ready: RegExp, environment: Record<string, string>): ServerProcess {
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
