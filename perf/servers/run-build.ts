import { spawnSync } from "node:child_process";
import { project } from "./project.ts";

/** Runs a build in the project's folder, silently. @throws with what it said when it fails. */
export function runBuild(what: string, command: string, args: string[]) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: project, encoding: "utf8" });
  if (status !== 0) throw new Error(`${what} could not be built\n${stdout}${stderr}`, { cause: error });
}
