import { CompiledQuery, type Kysely, type Transaction } from "kysely";
import type { Logger } from "pino";
import type { DB } from "../../server/database/types.ts";
import { balanceChecks, type Check, purchaseChecks, transformationChecks } from "./ledger-invariants.ts";
import type { RateLimiter } from "../../server/http/limits/limits.ts";
import { startSweeper, type Sweeper } from "../../server/jobs/recurring-job.server.ts";

/** docs/product/quality.md, "Reliability". */
export const checks: Check[] = [...balanceChecks, ...transformationChecks, ...purchaseChecks];

export interface Finding {
  check: Check;
  examined: number;
  violations: string[];
}

/**
 * Runs a read-only audit of one snapshot, as the schema's owner. `statementLimitMs` 0: no limit. @throws
 * if the login cannot see every row.
 */
export function auditGems(kysely: Kysely<DB>, { statementLimitMs = 0 } = {}): Promise<Finding[]> {
  return kysely.transaction().execute(async (sql) => {
    await sql.executeQuery(CompiledQuery.raw("set transaction isolation level repeatable read, read only"));
    await sql.executeQuery(CompiledQuery.raw(`set local statement_timeout = ${Math.trunc(statementLimitMs)}`));
    return findings(sql);
  });
}

export async function findings(sql: Transaction<DB>): Promise<Finding[]> {
  const read = async <Row>(text: string) => (await sql.executeQuery<Row>(CompiledQuery.raw(text))).rows;
  const [hidden] = await read<{ tables: string | null }>(hiddenTables);
  if (hidden?.tables) throw new Error(`This login does not see every row of ${hidden.tables}: use the schema's owner.`);
  const found: Finding[] = [];
  for (const check of checks) {
    const [counted] = await read<{ count: string | number }>(check.examined);
    const violations = await read<{ id: string }>(check.violations);
    found.push({ check, examined: Number(counted?.count ?? 0), violations: violations.map(({ id }) => id).sort() });
  }
  return found;
}

// Uses oids, because a name lookup needs usage on the schema.
const hiddenTables = `select string_agg(name, ', ' order by name) as tables from (
    select c.oid, n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  ) as t
  where name in ('public.profiles', 'public.coin_transactions', 'public.transformations', 'public.purchases',
      'private.welcome_bonuses', 'auth.users')
    and (not has_table_privilege(oid, 'select') or row_security_active(oid))`;

/** One minute longer than the `ledgerAudit` limit, so that one process stays elected. */
const sweepEveryMs = 15 * 60_000;
/** A larger ledger needs `npm run gems:audit` on a copy. */
const statementLimitMs = 60_000;

interface LedgerSweeping {
  /** Connects as the schema's owner. */
  kysely: Kysely<DB>;
  /** Elects one process per database. */
  rateLimiter: Pick<RateLimiter, "take">;
  metrics: {
    ledgerChecked: (report: { broken: { promise: string; count: number }[] }) => void;
    ledgerCheckedElsewhere: () => void;
  } | null;
  log: Pick<Logger, "error">;
}

/** Logs and counts broken invariants; skips the audit if another process runs it. */
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

/** Ids listed per check; the report only counts the others. */
const shownIds = 20;

/** Formats the findings as a table, and below it the ids of violating rows. */
export function report(findings: readonly Finding[]): string {
  const cell = (value: string | number, width: number) => String(value).padStart(width);
  const rows = findings.map(
    ({ check, examined, violations }) => `${cell(examined, 9)}  ${cell(violations.length, 5)}  ${check.invariant}`,
  );
  const broken = findings.filter(({ violations }) => violations.length);
  const details = broken.map(({ check, violations }) => {
    const shown = violations.slice(0, shownIds).map((id) => `  ${id}`);
    const more = violations.length > shownIds ? [`  and ${violations.length - shownIds} more`] : [];
    return [`Off: ${check.invariant} (${check.names}):`, ...shown, ...more].join("\n");
  });
  const verdict = broken.length
    ? `${broken.length} of ${findings.length} promises are broken.`
    : `All ${findings.length} promises hold.`;
  return [["looked at    off", ...rows].join("\n"), ...details, verdict].join("\n\n");
}
