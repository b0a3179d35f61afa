import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { DB } from "../../server/database/types.ts";
import type { RateLimiter } from "../../server/http/limits/limits.ts";
import { startSweeper, type Sweeper } from "../../server/jobs/recurring-job.server.ts";
import { auditGems } from "./audit-gems.server.ts";

/** A minute more than `ledgerAudit` keeps the others away: as long as a process runs, it is the one that looks. */
const sweepEveryMs = 15 * 60_000;
/** What takes longer is for `npm run gems:audit`, on a copy. */
const statementLimitMs = 60_000;

interface LedgerSweeping {
  /** The schema's owner. */
  kysely: Kysely<DB>;
  /** Elects the one process that looks, of those on this database. */
  rateLimiter: Pick<RateLimiter, "take">;
  /** Where the findings are told; a broken promise is logged in any case. */
  metrics: {
    ledgerChecked: (report: { broken: { promise: string; count: number }[] }) => void;
    ledgerCheckedElsewhere: () => void;
  } | null;
  log: Pick<Logger, "error">;
}

/**
 * Looks at the whole ledger and says which of its promises are broken, by how many rows, never by whose. Does nothing
 * where another process has just looked, or is looking.
 */
export async function sweepLedger({ kysely, rateLimiter, metrics, log }: LedgerSweeping): Promise<void> {
  if (await rateLimiter.take({ ledgerAudit: "the whole" })) {
    metrics?.ledgerCheckedElsewhere();
    return;
  }
  const findings = await auditGems(kysely, { statementLimitMs });
  const broken = findings.map(({ check, off }) => ({ promise: check.promise, count: off.length }));
  for (const { promise, count } of broken) if (count) log.error({ promise, count }, "the ledger breaks a promise");
  metrics?.ledgerChecked({ broken });
}

/** Looks every quarter of an hour until stopped, in turn with the other processes. */
export function startLedgerSweeper(sweeping: LedgerSweeping): Sweeper {
  return startSweeper({ name: "ledger", everyMs: sweepEveryMs, log: sweeping.log }, () => sweepLedger(sweeping));
}
