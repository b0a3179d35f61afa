import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { buildStamp, stampFile } from "../../build-steps/build-stamp.ts";
import { freePort } from "../../tests/free-port.ts";
import { memorySettings } from "./memory-settings.ts";
import { project } from "./project.ts";
import { type RunningServer, startServer } from "./server-process.ts";

/** Builds the product unless the build is of these very sources. */
export function buildProduct() {
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === buildStamp()) return;
  console.error("… building the product");
  runBuild("the product", "npm", ["run", "--silent", "build"]);
}

/**
 * The production server as `npm run serve` starts it, with its embedded parts in `dataDirectory`. Sessions are of one
 * address: who stays signed in over a restart needs the same port.
 */
export async function startProduct(
  dataDirectory: string,
  environment: Record<string, string> = {},
  givenPort?: number,
): Promise<RunningServer> {
  const port = givenPort ?? (await freePort());
  return startServer(
    join(project, "app/server/http/server.ts"),
    port,
    {
      HOST: "127.0.0.1",
      APP_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDirectory,
      // The rest is for glibc alone, which only the image can count on.
      NODE_OPTIONS: memorySettings["NODE_OPTIONS"] ?? "",
      ...environment,
    },
    "/readyz",
  );
}

/** Runs a build in the project's folder, silently. @throws with what it said when it fails. */
export function runBuild(what: string, command: string, args: string[]) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: project, encoding: "utf8" });
  if (status !== 0) throw new Error(`${what} could not be built\n${stdout}${stderr}`, { cause: error });
}
