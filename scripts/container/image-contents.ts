import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { project } from "../measure/servers/project.ts";
import type { Target } from "./buildah.ts";
import { leftOutOfHosted } from "./hosted-image.ts";
import type { Seen } from "./seen.ts";

const execute = promisify(execFile);
/** Rows of the table of packages. */
const shown = 15;

/** What is in an image, by size, and whether something is in it that nobody needs there. */
export async function imageContents(root: string, target: Target): Promise<{ text: string; seen: Seen[] }> {
  const app = join(root, "app");
  const folders = await sizes(app, 1);
  const packages = (await sizes(join(app, "node_modules"), 2)).filter(({ name }) => /^(@[^/]+\/)?[^/@]+$/.test(name));
  const [whole] = await sizes(root, 0);
  const [product] = await sizes(app, 0);
  const text = [
    line(whole?.megabytes ?? 0, "the image, of which the base has all but"),
    line(product?.megabytes ?? 0, "/app"),
    ...folders.map(({ name, megabytes }) => line(megabytes, `/app/${name}`)),
    "the largest packages:",
    ...packages.slice(0, shown).map(({ name, megabytes }) => line(megabytes, name)),
  ].join("\n");
  const modules = join(app, "node_modules");
  const unread = globSync(["@types", "**/*.d.{ts,mts,cts}", "**/*.map", "@ip-location-db/*/*-ipv?.mmdb"], {
    cwd: modules,
  });
  const seen = [
    noneOf(target, app, "development packages", developmentPackages()),
    noneOf(target, modules, "files that nothing reads", unread.slice(0, 5)),
  ];
  return { text, seen: [...seen, ...leftOut(target, app)] };
}

function leftOut(target: Target, app: string): Seen[] {
  const { packages, folders } = leftOutOfHosted();
  const embedded = [...packages.map((name) => `node_modules/${name}`), ...folders];
  if (target === "hosted") return [noneOf(target, app, "embedded parts", embedded)];
  const missing = embedded.filter((path) => !existsSync(join(app, path)));
  return [{ what: `${target}: embedded parts are there`, value: missing.join(", ") || "all", ok: !missing.length }];
}

function noneOf(target: Target, app: string, what: string, paths: string[]): Seen {
  const found = paths.filter((path) => existsSync(join(app, path)));
  return { what: `${target}: ${what}`, value: found.join(", ") || "none", ok: !found.length };
}

/** Whatever the lockfile marks as needed for development only. */
function developmentPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.entries(packages).flatMap(([path, { dev }]) => (dev ? [path] : []));
}

/** Folders down to `depth`, the largest first. */
async function sizes(folder: string, depth: number): Promise<{ name: string; megabytes: number }[]> {
  const { stdout } = await execute("du", ["-x", "-B1000", `--max-depth=${depth}`, "."], { cwd: folder });
  return stdout
    .trim()
    .split("\n")
    .map((row) => row.split("\t"))
    .map(([size, path = ""]) => ({ name: path.replace(/^\.\/?/, ""), megabytes: Number(size) / 1000 }))
    .filter(({ name }) => (depth === 0 ? name === "" : name !== ""))
    .sort((a, b) => b.megabytes - a.megabytes);
}

const line = (megabytes: number, what: string) => `${megabytes.toFixed(1).padStart(8)} MB  ${what}`;
