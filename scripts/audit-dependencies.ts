/**
 * Asks the registry whether a package that is part of the product has a known weakness, and ends with 1 when one of level
 * high or critical has. A registry that gives no answer (a mirror without advisories, no network) fails nothing: that is
 * said loudly, and has to be done elsewhere.
 */
import { execFile } from "node:child_process";
import { auditVerdict } from "./checks/audit-verdict.ts";

execFile(
  "npm",
  ["audit", "--omit=dev", "--json"],
  { timeout: 60_000, maxBuffer: 64 * 1024 * 1024 },
  (_failed, stdout) => {
    const { passed, line } = auditVerdict(stdout);
    console.log(line);
    process.exitCode = passed ? 0 : 1;
  },
);
