/**
 * For `node --import`: records in the file LOADED_MODULES_FILE that this process is observed, and each loaded adapter
 * and each module of a package that only embedded parts use, by import or require; the same for every process it forks.
 * tests/journeys/surroundings/hosted-only.ts reads the file.
 */
import childProcess, { type ForkOptions } from "node:child_process";
import { appendFileSync } from "node:fs";
import { registerHooks, syncBuiltinESMExports } from "node:module";

const file = process.env["LOADED_MODULES_FILE"];
if (!file) throw new Error("LOADED_MODULES_FILE is not set");

const write = (url: string | null) =>
  appendFileSync(file, `${JSON.stringify({ pid: process.pid, process: process.argv[1] ?? "", url })}\n`);
write(null);

registerHooks({
  load(url, context, next) {
    if (/\/app\/adapters\/|\/node_modules\/(@electric-sql|@techstark|bcryptjs)\//.test(url)) write(url);
    return next(url, context);
  },
});

// The product passes neither flags nor environment to its children.
const { fork } = childProcess;
Object.assign(childProcess, {
  fork: (entry: string | URL, args: readonly string[], options: ForkOptions) =>
    fork(entry, args, {
      ...options,
      execArgv: [...(options.execArgv ?? []), "--import", import.meta.filename],
      env: { ...options.env, LOADED_MODULES_FILE: file },
    }),
});
syncBuiltinESMExports();
