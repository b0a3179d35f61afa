import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Rolldown } from "vite";
import routes from "../app/routes.ts";

const membersOnly = "account/members-only.route.tsx";

/** The files signed-in pages can come to need: what their routes, the root and the start of the app import. */
export function signedInFiles(bundle: Rolldown.OutputBundle): Set<string> {
  const entries = ["entry.client.tsx", "root.tsx", ...filesOf(routes.filter(({ file }) => file === membersOnly))];
  const found = new Set<string>();
  const add = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== "chunk" || found.has(fileName)) return;
    // A route that only answers requests is built into a file without content.
    if (chunk.code.trim().length > 1) found.add(fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const style of chunk.viteMetadata?.importedAssets ?? []) found.add(style);
    for (const imported of [...chunk.imports, ...chunk.dynamicImports]) add(imported);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== "chunk" || !chunk.isEntry) continue;
    const module = chunk.facadeModuleId?.split("?")[0] ?? "";
    if (entries.some((entry) => module.endsWith(`/app/${entry}`))) add(chunk.fileName);
  }
  return found;
}

const filesOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children }) => [file, ...filesOf(children ?? [])]);
