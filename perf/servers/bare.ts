import { join } from "node:path";
import { freePort } from "../../tests/free-port.ts";
import { project } from "./project.ts";
import { runBuild } from "./product.ts";
import { type RunningServer, startServer } from "./server-process.ts";

/** Where perf/bare-app/react-router.config.ts puts the build. */
export const bareBuild = join(project, "node_modules/.cache/photogem-measure/bare-app/server/index.js");

/** Builds the comparison app on every run: it takes a second or two, and its versions may have changed. */
export function buildBare() {
  const cli = join(project, "node_modules/@react-router/dev/bin.js");
  runBuild("the bare app", process.execPath, [cli, "build", "perf/bare-app"]);
}

export async function startBare(): Promise<RunningServer> {
  return startServer(join(import.meta.dirname, "bare-server.ts"), await freePort(), { NODE_ENV: "production" }, "/");
}
