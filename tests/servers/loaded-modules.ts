/**
 * For `node --import`: writes the address of every adapter, and of every package only embedded parts use, into the file
 * LOADED_MODULES_FILE when it is loaded, by import or require, in this process and those it forks.
 */
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env["LOADED_MODULES_FILE"];
if (!file) throw new Error("LOADED_MODULES_FILE is not set");

registerHooks({
  load(url, context, next) {
    if (/\/app\/adapters\/|\/node_modules\/@(electric-sql|techstark)\//.test(url)) appendFileSync(file, `${url}\n`);
    return next(url, context);
  },
});
