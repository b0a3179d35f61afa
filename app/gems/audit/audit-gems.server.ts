import { CompiledQuery, type Kysely, type Transaction } from "kysely";
import type { DB } from "../../server/database/types.ts";
import { balanceChecks } from "./balance-checks.ts";
import type { Check } from "./check.ts";
import { purchaseChecks } from "./purchase-checks.ts";
import { transformationChecks } from "./transformation-checks.ts";

/** The promises about gems in docs/product/quality.md, "Reliability". */
export const checks: Check[] = [...balanceChecks, ...transformationChecks, ...purchaseChecks];

export interface Finding {
  check: Check;
  /** How many were looked at. */
  looked: number;
  /** The ids of those that are off. */
  off: string[];
}

/**
 * Looks at one moment of the whole database and changes nothing; the product may run meanwhile. `kysely` is the
 * schema's owner. A large ledger takes longer than a request may, so there is no limit (0) unless one is given.
 * @throws when the login does not see every row: then nothing could be called healthy.
 */
export function auditGems(kysely: Kysely<DB>, { statementLimitMs = 0 } = {}): Promise<Finding[]> {
  return kysely.transaction().execute(async (sql) => {
    await sql.executeQuery(CompiledQuery.raw("set transaction isolation level repeatable read, read only"));
    await sql.executeQuery(CompiledQuery.raw(`set local statement_timeout = ${Math.trunc(statementLimitMs)}`));
    return findings(sql);
  });
}

/** The same within a transaction of the caller's. */
export async function findings(sql: Transaction<DB>): Promise<Finding[]> {
  const read = async <Row>(text: string) => (await sql.executeQuery<Row>(CompiledQuery.raw(text))).rows;
  const [hidden] = await read<{ tables: string | null }>(hiddenTables);
  if (hidden?.tables) throw new Error(`This login does not see every row of ${hidden.tables}: use the schema's owner.`);
  const found: Finding[] = [];
  for (const check of checks) {
    const [counted] = await read<{ count: string | number }>(check.of);
    const off = await read<{ id: string }>(check.off);
    found.push({ check, looked: Number(counted?.count ?? 0), off: off.map(({ id }) => id).sort() });
  }
  return found;
}

// By oid: a name cannot be looked up in a schema that this login may not use.
const hiddenTables = `select string_agg(name, ', ' order by name) as tables from (
    select c.oid, n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  ) as t
  where name in ('public.profiles', 'public.coin_transactions', 'public.transformations', 'public.purchases',
      'private.welcome_bonuses', 'auth.users')
    and (not has_table_privilege(oid, 'select') or row_security_active(oid))`;
