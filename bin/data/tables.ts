import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CompiledQuery, type Transaction } from "kysely";
import type { DB } from "../../app/server/database/types.ts";
import { type ExportedTable, exportedTables, type Manifest } from "./manifest.ts";

/** Rows per fetch. */
const batch = 500;

/** Runs SQL that this folder wrote itself. */
export const run = async <Row>(sql: Transaction<DB>, text: string, values: unknown[] = []) =>
  (await sql.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;

/** The stored columns of a table, without those that PostgreSQL computes from others. */
export async function columnsOf(sql: Transaction<DB>, table: string): Promise<string[]> {
  const columns = await run<{ name: string }>(
    sql,
    `select attname::text as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return columns.map(({ name }) => name);
}

/**
 * Yields each row of a table as one line of JSON from PostgreSQL: times in UTC, bytes in hexadecimal. Sorts by the
 * lines' bytes, so that two databases with the same rows give the same lines under any collation.
 */
async function* tableLines(sql: Transaction<DB>, table: string, columns: readonly string[]): AsyncGenerator<string> {
  const list = columns.map(quoted).join(", ");
  await run(
    sql,
    `declare kept_rows no scroll cursor for select line from
      (select row_to_json(t)::text as line from (select ${list} from ${table}) as t) as lines order by line collate "C"`,
  );
  try {
    for (;;) {
      const rows = await run<{ line: string }>(sql, `fetch ${batch} from kept_rows`);
      for (const { line } of rows) yield `${line}\n`;
      if (rows.length < batch) break;
    }
  } finally {
    await run(sql, "close kept_rows");
  }
}

/** Number of a table's rows, and the SHA-256 of its lines. */
export async function tableDigest(sql: Transaction<DB>, table: string, columns: readonly string[]) {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const line of tableLines(sql, table, columns)) {
    hash.update(line);
    rows += 1;
  }
  return { rows, sha256: hash.digest("hex") };
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export async function exportTables(sql: Transaction<DB>, folder: string): Promise<Manifest["tables"]> {
  const tables: Manifest["tables"] = {};
  for (const table of exportedTables) {
    const columns = await columnsOf(sql, table);
    const file = await open(join(folder, "tables", `${table}.ndjson`), "wx", 0o600);
    const hash = createHash("sha256");
    let rows = 0;
    try {
      for await (const line of tableLines(sql, table, columns)) {
        await file.write(line);
        hash.update(line);
        rows += 1;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    tables[table] = { columns, rows, sha256: hash.digest("hex") };
  }
  return tables;
}

const [batchRows, batchCharacters] = [500, 1_000_000];

/**
 * Inserts a table's rows with their generated keys, moves its sequences past them, and compares the table with the
 * manifest. Triggers are off. @throws when the file or the table differs from the manifest.
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

/** Supabase owns auth.*: one release may have columns that another lacks, none of them the product's. */
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
 * GoTrue reads these columns into strings and answers 500 for a user with a null there (supabase/auth, issue 1940). The
 * embedded identity stores its tokens elsewhere and has no such columns.
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
