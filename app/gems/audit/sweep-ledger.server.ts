import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { DB } from "../../server/database/types.ts";
import type { RateLimiter } from "../../server/http/limits/rate-limiter.ts";
import { startSweeper, type Sweeper } from "../../server/jobs/recurring-job.server.ts";
import { auditGems } from "./audit-gems.server.ts";

/** A minute longer than the `ledgerAudit` limit, so that one process stays elected. */
const sweepEveryMs = 15 * 60_000;
/** A larger ledger needs `npm run gems:audit` on a copy. */
const statementLimitMs = 60_000;

interface LedgerSweeping {
  /** The schema's owner. */
  kysely: Kysely<DB>;
  /** Elects one process per database. */
  rateLimiter: Pick<RateLimiter, "take">;
  metrics: {
    ledgerChecked: (report: { broken: { promise: string; count: number }[] }) => void;
    ledgerCheckedElsewhere: () => void;
  } | null;
  log: Pick<Logger, "error">;
}

/** Logs and counts broken invariants; skips when another process audits. */
export async function sweepLedger({ kysely, rateLimiter, metrics, log }: LedgerSweeping): Promise<void> {
  if (await rateLimiter.take({ ledgerAudit: "the whole" })) {
    metrics?.ledgerCheckedElsewhere();
    return;
  }
  const findings = await auditGems(kysely, { statementLimitMs });
  const broken = findings.map(({ check, violations }) => ({ promise: check.invariant, count: violations.length }));
  for (const { promise, count } of broken) if (count) log.error({ promise, count }, "the ledger breaks a promise");
  metrics?.ledgerChecked({ broken });
}

export function startLedgerSweeper(sweeping: LedgerSweeping): Sweeper {
  return startSweeper({ name: "ledger", everyMs: sweepEveryMs, log: sweeping.log }, () => sweepLedger(sweeping));
}
