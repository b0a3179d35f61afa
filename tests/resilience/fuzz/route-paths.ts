import { join } from "node:path";
import type { ServerBuild } from "react-router";
import { project } from "../../../perf/servers/project.ts";

/** Every address of the built product, with its parameters, as its own manifest has it: a new route is among them. */
export async function routePaths(): Promise<string[]> {
  const { routes } = (await import(join(project, "build/server/index.js"))) as ServerBuild;
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const full = (id: string): string => {
    const route = routes[id];
    return route ? [route.parentId ? full(route.parentId) : "", route.path ?? ""].filter(Boolean).join("/") : "";
  };
  const leaves = Object.keys(routes).filter((id) => !parents.has(id));
  return [...new Set(leaves.map((id) => `/${full(id)}`))].sort();
}
