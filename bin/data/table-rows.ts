import { createHash } from "node:crypto";
import { CompiledQuery, type Transaction } from "kysely";
import type { DB } from "../../app/server/database/types.ts";

/** Rows fetched at a time. */
const batch = 500;

/** Runs SQL that this folder wrote itself. */
export const run = async <Row>(sql: Transaction<DB>, text: string, values: unknown[] = []) =>
  (await sql.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;

/** The columns of a table that hold something: those PostgreSQL computes from others are left out. */
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
 * Every row of a table, each as one line of JSON that PostgreSQL wrote: times in UTC, bytes in hexadecimal. In the order
 * of the lines' bytes, so that two databases with the same rows give the same lines whatever sorts their text.
 */
export async function* tableLines(
  sql: Transaction<DB>,
  table: string,
  columns: readonly string[],
): AsyncGenerator<string> {
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
