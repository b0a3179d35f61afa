import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { DB } from "../../database/types.ts";
import { startSweeper, type Sweeper } from "../../sweeping/sweeper.server.ts";
import { auditGems } from "./audit-gems.server.ts";

const sweepEveryMs = 15 * 60_000;
/** So that processes that start together do not all look at everything at once. */
const spreadMs = 60_000;
/** What takes longer is for `npm run gems:audit`, on a copy. */
const statementLimitMs = 60_000;

interface LedgerSweeping {
  /** The schema's owner. */
  kysely: Kysely<DB>;
  /** Where the findings are told; a broken promise is logged in any case. */
  metrics: { ledgerChecked: (report: { broken: { promise: string; count: number }[] }) => void } | null;
  log: Pick<Logger, "error">;
}

/** Looks at the whole ledger and says which of its promises are broken, by how many rows, never by whose. */
export async function sweepLedger({ kysely, metrics, log }: LedgerSweeping): Promise<void> {
  const findings = await auditGems(kysely, { statementLimitMs });
  const broken = findings.map(({ check, off }) => ({ promise: check.promise, count: off.length }));
  for (const { promise, count } of broken) if (count) log.error({ promise, count }, "the ledger breaks a promise");
  metrics?.ledgerChecked({ broken });
}

/** Looks every quarter of an hour until stopped. */
export function startLedgerSweeper(sweeping: LedgerSweeping): Sweeper {
  return startSweeper({ name: "ledger", everyMs: sweepEveryMs, log: sweeping.log }, async (signal) => {
    await pause(Math.random() * spreadMs, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await sweepLedger(sweeping);
  });
}
