import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Transaction } from "kysely";
import type { DB } from "../../app/server/database/types.ts";
import type { ExportedTable } from "./exported-tables.ts";
import { columnsOf, quoted, run, tableDigest } from "./table-rows.ts";
import type { Manifest } from "./manifest.ts";

const [batchRows, batchCharacters] = [500, 1_000_000];

/**
 * Puts a table's rows in, with the values of generated keys, sets its sequence behind them, and compares what is in the
 * table with what was written. Triggers are off. @throws when the file or the table differs from the manifest.
 */
export async function importTable(sql: Transaction<DB>, table: ExportedTable, folder: string, manifest: Manifest) {
  const written = manifest.tables[table];
  if (!written) throw new Error(`The export has no ${table}.`);
  const columns = await takenColumns(sql, table, written.columns);
  const list = columns.map(quoted).join(", ");
  const insert = async (lines: string[]) => {
    if (!lines.length) return;
    await run(
      sql,
      `insert into ${table} (${list}) overriding system value
        select ${list} from json_populate_recordset(null::${table}, $1::json)`,
      [`[${lines.join(",")}]`],
    );
  };
  const hash = createHash("sha256");
  let [lines, characters]: [string[], number] = [[], 0];
  for await (const line of createInterface({ input: createReadStream(join(folder, "tables", `${table}.ndjson`)) })) {
    hash.update(`${line}\n`);
    lines.push(line);
    characters += line.length;
    if (lines.length < batchRows && characters < batchCharacters) continue;
    await insert(lines);
    [lines, characters] = [[], 0];
  }
  await insert(lines);
  if (hash.digest("hex") !== written.sha256) throw new Error(`tables/${table}.ndjson is not as it was exported.`);
  if (table === "auth.users") await emptyTokens(sql, columns);
  await setSequences(sql, table);
  await compare(sql, table, columns, written);
}

/** auth.* is Supabase's: a newer release of it may have columns that another lacks, and none of them is ours. */
async function takenColumns(
  sql: Transaction<DB>,
  table: ExportedTable,
  exported: readonly string[],
): Promise<string[]> {
  const present = await columnsOf(sql, table);
  const unknown = exported.filter((name) => !present.includes(name));
  if (unknown.length && !table.startsWith("auth.")) throw new Error(`${table} has no ${unknown.join(", ")} here.`);
  return exported.filter((name) => present.includes(name));
}

/**
 * GoTrue reads these into strings and answers 500 to everybody whose row has null there (supabase/auth, issue 1940). The
 * embedded identity keeps its tokens elsewhere and has no such columns.
 */
async function emptyTokens(sql: Transaction<DB>, exported: readonly string[]) {
  const present = await columnsOf(sql, "auth.users");
  for (const name of ["confirmation_token", "recovery_token", "email_change_token_new", "email_change"]) {
    if (present.includes(name) && !exported.includes(name)) {
      await run(sql, `update auth.users set ${name} = '' where ${name} is null`);
    }
  }
}

async function setSequences(sql: Transaction<DB>, table: ExportedTable) {
  const identities = await run<{ name: string }>(
    sql,
    "select attname::text as name from pg_attribute where attrelid = $1::regclass and attidentity <> '' and attnum > 0",
    [table],
  );
  for (const { name } of identities) {
    await run(
      sql,
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(name)}), 1), max(${quoted(name)}) is not null)
        from ${table}`,
      [table, name],
    );
  }
}

async function compare(
  sql: Transaction<DB>,
  table: ExportedTable,
  columns: readonly string[],
  written: Manifest["tables"][string],
) {
  const arrived = await tableDigest(sql, table, columns);
  const whole = columns.length === written.columns.length;
  if (arrived.rows === written.rows && (!whole || arrived.sha256 === written.sha256)) return;
  throw new Error(`${table} differs after the import: ${written.rows} rows left, ${arrived.rows} arrived.`);
}
