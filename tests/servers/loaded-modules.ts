/**
 * For `node --import`: writes into the file LOADED_MODULES_FILE that this process is listened to, and each adapter, and
 * each module of a package only embedded parts use, when it is loaded, by import or require; the same of every process
 * it forks. What is written is read by tests/journeys/surroundings/hosted-only.ts.
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

// The product gives its children neither flags nor environment.
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
