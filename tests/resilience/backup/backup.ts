import type { Proof } from "../resilience-test.ts";
import { proveDirectory } from "./directory-backup.ts";
import { proveDump } from "./database-dump.ts";

/**
 * What docs/data.md says about backups, done: a copy of an embedded data directory and a dump of a hosted database, each
 * restored to another place, compared, audited, and the product started on it.
 */
export const proveBackup: Proof = async ({ closing }) => {
  const lines = [...(await proveDirectory(closing)), ...(await proveDump(closing))];
  const text = lines.map(({ what, value, ok }) => `${ok ? "ok    " : "NOT OK"}  ${what}: ${value}`).join("\n");
  return { passed: lines.every(({ ok }) => ok), text };
};
