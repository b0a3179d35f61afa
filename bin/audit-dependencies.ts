/**
 * Queries the registry for vulnerabilities of production packages; exits with 1 for a high or
 * critical one. Without advisories or network it prints SKIPPED.
 */
import { spawnSync } from "node:child_process";

interface AuditReport {
  metadata?: { vulnerabilities?: { total: number; high: number; critical: number } };
}

const limits = { timeout: 60_000, maxBuffer: 64 * 1024 * 1024 };
const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8", ...limits });
let found;
try {
  found = (JSON.parse(stdout) as AuditReport).metadata?.vulnerabilities;
} catch {
  // npm printed no report.
}
if (!found)
  console.log("SKIPPED: dependency audit: this registry has no advisories. Run `npm audit --omit=dev` elsewhere.");
else {
  console.log(`Dependency audit: ${found.total} vulnerabilities, ${found.high} high, ${found.critical} critical`);
  process.exitCode = found.high + found.critical > 0 ? 1 : 0;
}
