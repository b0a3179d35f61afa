import type { Kysely } from "kysely";
import type { DB } from "../../../app/server/database/types.ts";
import { exportedTables } from "../../../bin/data/exported-tables.ts";
import { columnsOf, run, tableDigest } from "../../../bin/data/table-rows.ts";

/** Names of tables whose rows differ between two databases, and how many rows were compared. */
export async function compareDatabases(
  one: Kysely<DB>,
  other: Kysely<DB>,
): Promise<{ rows: number; differ: string[] }> {
  const [a, b] = [await digests(one), await digests(other)];
  const differ = exportedTables.filter((table) => a.get(table)?.sha256 !== b.get(table)?.sha256);
  return { rows: [...a.values()].reduce((sum, { rows }) => sum + rows, 0), differ };
}

const digests = (kysely: Kysely<DB>) =>
  kysely.transaction().execute(async (sql) => {
    await run(sql, "set local timezone = 'UTC'");
    const found = new Map<string, { rows: number; sha256: string }>();
    for (const table of exportedTables) found.set(table, await tableDigest(sql, table, await columnsOf(sql, table)));
    return found;
  });
