/**
 * `npm run gems:audit`: checks the ledger's invariants at DATABASE_URL, or in the embedded database
 * of a stopped server. Read-only. Exits with 1 for violations.
 */
import { readConfig } from "../app/config.server.ts";
import { auditGems } from "../app/gems/audit/audit-gems.server.ts";
import { report } from "./gem-audit-report.ts";
import { end, openExistingDatabase } from "./existing-database.ts";

try {
  const { kysely, close, description: line } = await openExistingDatabase(readConfig());
  const findings = await auditGems(kysely).finally(close);
  process.stdout.write(`${line}\n\n${report(findings)}\n`);
  if (findings.some(({ violations }) => violations.length)) process.exitCode = 1;
} catch (error) {
  end(error instanceof Error ? error.message : String(error));
}
