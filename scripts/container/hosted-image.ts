import { readFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "../measure/servers/project.ts";

/** What `--target hosted` leaves out, read from the Dockerfile, where it is decided. */
export interface LeftOut {
  packages: string[];
  /** Folders below the project. */
  folders: string[];
}

export function leftOutOfHosted(): LeftOut {
  const dockerfile = readFileSync(join(project, "Dockerfile"), "utf8");
  const packages = /AS hosted-dependencies\nRUN rm -rf (.+)\n/.exec(dockerfile)?.[1]?.split(" ") ?? [];
  const [, parent = "", names = ""] = /AS hosted-build\nRUN cd (\S+) && rm -rf (.+)\n/.exec(dockerfile) ?? [];
  return {
    packages: packages.map((path) => path.replace("node_modules/", "")),
    folders: names.split(" ").map((name) => `${parent}/${name}`),
  };
}
