import type { Transaction } from "kysely";
import type { DB } from "../../app/server/database/types.ts";
import { exportedTables } from "./kept-tables.ts";
import { quoted, run } from "./table-rows.ts";

interface ForeignKey {
  name: string;
  child: string;
  parent: string;
  columns: string[];
  referenced: string[];
}

/** Names and counts of foreign keys of the kept tables that some row does not keep; empty when all do. */
export async function orphans(sql: Transaction<DB>): Promise<string[]> {
  const found: string[] = [];
  for (const key of await foreignKeys(sql)) {
    const set = key.columns.map((name) => `c.${quoted(name)} is not null`).join(" and ");
    const same = key.columns
      .map((name, at) => `p.${quoted(key.referenced[at] ?? "")} = c.${quoted(name)}`)
      .join(" and ");
    const [row] = await run<{ count: string | number }>(
      sql,
      `select count(*) from ${key.child} c where ${set} and not exists (select 1 from ${key.parent} p where ${same})`,
    );
    if (Number(row?.count)) found.push(`${key.name} (${Number(row?.count)})`);
  }
  return found;
}

/** Names by their columns' places in the key; `any` order would compare the wrong ones. */
const foreignKeys = (sql: Transaction<DB>) =>
  run<ForeignKey>(
    sql,
    `select k.conname::text as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
      (select array_agg(a.attname::text order by n.place) from unnest(k.conkey) with ordinality as n (number, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.number) as columns,
      (select array_agg(a.attname::text order by n.place) from unnest(k.confkey) with ordinality as n (number, place)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.number) as referenced
    from pg_constraint k where k.contype = 'f' and k.conrelid = any ($1::regclass[])`,
    [`{${exportedTables.join(",")}}`],
  );
