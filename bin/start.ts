/** `npm start`: builds when the sources changed, migrates, and serves the whole product. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { buildStamp, stampFile } from "../build-steps/build-stamp.ts";

const run = (command: string, ...args: string[]) => {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};

if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== buildStamp()) {
  console.log("Building (the first start and after changes) …");
  run("npm", "run", "--silent", "build");
}
if (process.env["DATABASE_URL"]) run(process.execPath, "app/server/database/migrate.ts");
// Runs in this process, so that signals reach the server and no parent process remains.
await import("../app/server/http/server.ts");
