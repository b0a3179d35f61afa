import { readFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "./project.ts";

/** The environment by which the image keeps memory small (docs/decisions/0029), so that what is measured is what is shipped. */
export const memorySettings: Record<string, string> = Object.fromEntries(
  (/^ENV (NODE_OPTIONS=.+)$/m.exec(readFileSync(join(project, "Dockerfile"), "utf8"))?.[1] ?? "")
    .split(" ")
    .filter(Boolean)
    .map((setting) => [setting.slice(0, setting.indexOf("=")), setting.slice(setting.indexOf("=") + 1)]),
);
