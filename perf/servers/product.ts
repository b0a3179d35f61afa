import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildStamp, stampFile } from "../../build-steps/build-stamp.ts";
import { freePort } from "../../tests/free-port.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";

export type { ServerProcess };

/** The project's root folder. */
export const project = join(import.meta.dirname, "../..");

/** The environment by which the image keeps memory small (decision 29), so that what is measured is what is shipped. */
export const memorySettings: Record<string, string> = Object.fromEntries(
  (/^ENV (NODE_OPTIONS=.+)$/m.exec(readFileSync(join(project, "Dockerfile"), "utf8"))?.[1] ?? "")
    .split(" ")
    .filter(Boolean)
    .map((setting) => [setting.slice(0, setting.indexOf("=")), setting.slice(setting.indexOf("=") + 1)]),
);

/** Builds the product unless the build is of these very sources. */
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
  /** Without a slash at its end. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * The production server as `npm run serve` starts it, with its embedded parts in `dataDirectory`. Sessions are of one
 * address: a session survives a restart on the same port only.
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
    // The rest is for glibc alone, which only the image can count on.
    NODE_OPTIONS: memorySettings["NODE_OPTIONS"] ?? "",
    ...environment,
  });
}

/** Where perf/bare-app/react-router.config.ts puts the build. */
export const bareBuild = join(project, "node_modules/.cache/photogem-measure/bare-app/server/index.js");

/** Builds the comparison app on every run: it takes a second or two, and its versions may have changed. */
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
