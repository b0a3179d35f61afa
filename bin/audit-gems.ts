/**
 * `npm run gems:audit`: checks the ledger's invariants at DATABASE_URL, or in the embedded database
 * of a stopped server. Read-only. Exits with 1 for violations.
 */
import { auditGems, report } from "../app/gems/audit/audit-gems.server.ts";
import { runCommand } from "./command.ts";

await runCommand(null, async ({ open }) => {
  const { kysely, description } = await open();
  const findings = await auditGems(kysely);
  if (findings.some(({ violations }) => violations.length)) process.exitCode = 1;
  return `${description}\n\n${report(findings)}`;
});
