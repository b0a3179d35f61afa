/**
 * `npm run gems:audit`: checks the gem ledger's promises on the database at DATABASE_URL, or on the embedded one, whose
 * server has to be stopped: one process at a time may open it. Changes nothing. Ends with 1 when something is off.
 */
import { readConfig } from "../app/config.server.ts";
import { auditGems } from "../app/gems/audit/audit-gems.server.ts";
import { report } from "./gem-audit-report.ts";
import { end, openExistingDatabase } from "./existing-database.ts";

try {
  const { kysely, close, line } = await openExistingDatabase(readConfig());
  const findings = await auditGems(kysely).finally(close);
  process.stdout.write(`${line}\n\n${report(findings)}\n`);
  if (findings.some(({ violations }) => violations.length)) process.exitCode = 1;
} catch (error) {
  end(error instanceof Error ? error.message : String(error));
}
