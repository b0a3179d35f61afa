import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../../app/routes.ts";

/** Every path of app/routes.ts, in full, with its route's id. */
export const routeIds: ReadonlyMap<string, string> = new Map(idsByPath(routes));

function idsByPath(entries: readonly RouteConfigEntry[], above = ""): [string, string][] {
  return entries.flatMap(({ path = "", index, id, file, children }): [string, string][] => {
    const full = [above, path].filter(Boolean).join("/");
    const own: [string, string][] = path || index ? [[full, id ?? file.replace(/\.tsx?$/, "")]] : [];
    return [...own, ...idsByPath(children ?? [], full)];
  });
}
