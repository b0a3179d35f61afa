import type { Proof } from "../resilience-test.ts";
import { proveDirectory } from "./directory-backup.ts";
import { proveDump } from "./database-dump.ts";

export const proveBackup: Proof = async ({ closing }) => {
  const lines = [...(await proveDirectory(closing)), ...(await proveDump(closing))];
  const text = lines.map(({ what, value, ok }) => `${ok ? "ok    " : "NOT OK"}  ${what}: ${value}`).join("\n");
  return { passed: lines.every(({ ok }) => ok), text };
};
