import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { type BuiltScript, bundle } from "./bundle.ts";
import { enhancementScripts } from "./enhancement-scripts.ts";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../app/routes.ts";

const root = join(import.meta.dirname, "..");
const folder = "app/pwa/service-worker";

/**
 * Builds the service worker and the files that React Router's client build lacks. vite-plugin-pwa lists files when a
 * bundle closes, so the client's bundle contains all of them. It lists them after the client's build and again after
 * the server's; the second list is final (decision 15).
 */
export function serviceWorkerBuild(): Plugin[] {
  let signedIn: ReadonlySet<string> = new Set();
  const files: Plugin = {
    name: "photogem:files-beside-the-app",
    apply: "build",
    async generateBundle(_options, bundled) {
      if (this.environment.name !== "client") return;
      signedIn = signedInFiles(bundled);
      const { all } = await enhancementScripts();
      for (const { fileName, code } of all)
        this.emitFile({ type: "asset", fileName: `assets/${fileName}`, source: code });
      const [selfDestroying] = await bundle(join(root, folder, "self-destroying-worker.ts"), { format: "iife" });
      this.emitFile({ type: "asset", fileName: "sw-retired.js", source: selfDestroying.code });
    },
  };
  const worker = VitePWA({
    strategies: "injectManifest",
    srcDir: folder,
    filename: "sw.ts",
    outDir: "build/client",
    injectRegister: false,
    manifest: false,
    injectManifest: {
      rollupFormat: "iife",
      target: "es2022",
      globPatterns: ["assets/*.{js,css}", "favicon.svg"],
      manifestTransforms: [
        async (entries) => {
          const { all, forMembers, sending } = await enhancementScripts();
          const names = (scripts: BuiltScript[]) => new Set(scripts.map(({ fileName }) => `assets/${fileName}`));
          const [everybodys, members, online] = [names(all), names(forMembers), names(sending)];
          const kept = entries.flatMap(({ url, revision }) => {
            if (online.has(url)) return [];
            const isMembers = signedIn.has(url) || members.has(url);
            if (!isMembers && !everybodys.has(url) && !revision) return [];
            return [{ url: `/${url}`, revision, size: 0, ...(isMembers ? { signedIn: true } : {}) }];
          });
          const offline = { url: "/offline", revision: offlineRevision(entries), size: 0 };
          return { manifest: [...kept, offline], warnings: [] };
        },
      ],
    },
  });
  return [files, ...worker];
}

/** The server's bundle renders the offline page, with the names of the client's files. */
function offlineRevision(entries: readonly { url: string }[]): string {
  const hash = createHash("sha256").update(entries.map(({ url }) => url).join());
  const server = join(root, "build/server/index.js");
  if (existsSync(server)) hash.update(readFileSync(server));
  return hash.digest("hex").slice(0, 12);
}

const membersOnly = "account/members-only.route.tsx";

/** The files that signed-in pages may need: imports of their routes, the root and the client entry. */
function signedInFiles(bundle: Rolldown.OutputBundle): Set<string> {
  const entries = ["entry.client.tsx", "root.tsx", ...filesOf(routes.filter(({ file }) => file === membersOnly))];
  const found = new Set<string>();
  const add = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== "chunk" || found.has(fileName)) return;
    // A route without a page is built into an empty file.
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
