/**
 * `npm start`, and with `--check` before `npm test`. Plain JavaScript for Node 18 or newer: finds a Node that runs the
 * sources or prints an error. npm puts the platform package's Node (package.json, optionalDependencies) first.
 */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";

const needed = 24;
const isNewEnough = (version) => Number.parseInt(version, 10) >= needed;

const onlyChecks = process.argv.includes("--check");
const node = isNewEnough(process.versions.node) ? process.execPath : installedNode();
if (!node) {
  process.stderr.write(
    `Photogem needs Node ${needed} or newer, and this is ${process.version}. \`npm ci\` installs one for this project, unless ` +
      "optional dependencies are left out (--omit=optional) or there is none for this system: then get it from https://nodejs.org.\n",
  );
  process.exitCode = 1;
} else if (!onlyChecks) {
  if (node === process.execPath) await import("./start.ts");
  else runWith(node);
}

/** The path of the platform package's Node, or null. */
function installedNode() {
  const require = createRequire(import.meta.url);
  const { optionalDependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  for (const name of Object.keys(optionalDependencies)) {
    try {
      const manifest = require.resolve(`${name}/package.json`);
      const path = join(dirname(manifest), JSON.parse(readFileSync(manifest, "utf8")).bin.node);
      const { stdout } = spawnSync(path, ["-p", "process.versions.node"], { encoding: "utf8" });
      if (stdout && isNewEnough(stdout)) return path;
    } catch {
      // The package is for another system.
    }
  }
  return null;
}

/** @param {string} path */
function runWith(path) {
  const start = new URL("start.ts", import.meta.url);
  const env = { ...process.env, PATH: `${dirname(path)}${delimiter}${process.env.PATH ?? ""}` };
  const child = spawn(path, [...process.execArgv, start.pathname], { stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
