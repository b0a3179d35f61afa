/** Run after every `npm install`: `node scripts/complete-lockfile.ts`. See completeLockfile for the reason. */
import { readFileSync, writeFileSync } from "node:fs";
import { completeLockfile, missingPlatformPackages, type Lockfile } from "./lockfile.ts";

const file = new URL("../package-lock.json", import.meta.url);
const lockfile = JSON.parse(readFileSync(file, "utf8")) as Lockfile;
const missing = missingPlatformPackages(lockfile).length;
if (missing) writeFileSync(file, `${JSON.stringify(completeLockfile(lockfile), null, 2)}\n`);
console.log(missing ? `added ${missing} platform packages to package-lock.json` : "package-lock.json is complete");
