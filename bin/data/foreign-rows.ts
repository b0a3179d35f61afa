import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Transaction } from "kysely";
import type { DB } from "../../app/server/database/types.ts";
import { exportedTables, replacedTables } from "./kept-tables.ts";
import { run } from "./table-rows.ts";

/** "imported": an earlier run put the export's rows in; they may have lived on since. */
export type TargetState = "empty" | "imported";

/** Whether the database may take this export. @throws with a message for the operator when it has rows of others. */
export async function refuseForeignRows(sql: Transaction<DB>, folder: string): Promise<TargetState> {
  const full: string[] = [];
  for (const table of exportedTables) {
    if (replacedTables.includes(table)) continue;
    const [row] = await run(sql, `select 1 from ${table} limit 1`);
    if (row) full.push(table);
  }
  if (!full.length) return "empty";
  const members = await idsOf(folder);
  const present = await run<{ id: string }>(sql, "select id::text from auth.users");
  const known = new Set(present.map(({ id }) => id));
  if (members.length && members.every((id) => known.has(id))) return "imported";
  throw new Error(
    `The database is in use: there are rows of others in ${full.join(", ")}. An import needs one that has only been ` +
      "migrated; nothing was changed.",
  );
}

async function idsOf(folder: string): Promise<string[]> {
  const lines = (await readFile(join(folder, "tables/auth.users.ndjson"), "utf8")).split("\n").filter(Boolean);
  return lines.map((line) => String((JSON.parse(line) as { id: unknown }).id));
}
