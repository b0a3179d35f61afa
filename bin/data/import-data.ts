import type { Kysely, Transaction } from "kysely";
import type { OpenSql } from "../../app/adapters/open-database.server.ts";
import { createDatabase } from "../../app/server/database/kysely-database.server.ts";
import { hasSqlState } from "../../app/server/database/database.ts";
import type { DB } from "../../app/server/database/types.ts";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import { returnAbandonedTransformations } from "../../app/transformations/ending/end-transformation.server.ts";
import type { TransformationQueue } from "../../app/transformations/requesting/requesting.ts";
import { auditGems, type Finding } from "../../app/gems/audit/audit-gems.server.ts";
import { appliedMigrations } from "./export-data.ts";
import { exportedTables, type Manifest, readManifest, replacedTables } from "./manifest.ts";
import { type ImportedPictures, importPictures } from "./pictures.ts";
import { importTable, quoted, run } from "./tables.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { progressAt } from "../../app/transformations/progress.ts";

export interface ImportReport {
  manifest: Manifest;
  pictures: ImportedPictures;
  /** False when an earlier run had imported all rows. */
  imported: false | ImportedRows;
  findings: Finding[];
}

/** The database was never migrated. */
const undefinedTable = "42P01";

interface ImportedRows {
  /** Transformations that were queued or running, and are queued again. */
  requeued: number;
  /** Transformations requested over a day ago: failed with their gems returned, as by the product's own sweep. */
  returned: number;
}

interface Target extends Pick<OpenSql, "kysely"> {
  queue: TransformationQueue;
  photoHost: PhotoHost;
}

/**
 * Imports an export into a migrated, empty database and its pictures into the photo host (docs/data.md). Pictures come
 * first and all rows in one transaction, so a second run completes an interrupted one. After the rows are in, only
 * pictures that photos still name are uploaded. `kysely` is the schema's owner and may set `session_replication_role`.
 * @throws with a message for the operator when the database has other migrations or other rows, or when the imported
 * data differs from the export.
 */
export async function importData({ kysely, queue, photoHost }: Target, folder: string): Promise<ImportReport> {
  const manifest = await readManifest(folder);
  const state = await kysely.transaction().execute(async (sql) => {
    await requireSameMigrations(sql, manifest);
    return refuseForeignRows(sql, folder);
  });
  const pictures = await importPictures(
    photoHost,
    folder,
    manifest,
    state === "empty" ? async () => true : (publicId) => isNamed(kysely, publicId),
  );
  const imported = state === "empty" && (await importRows(kysely, queue, folder, manifest));
  const findings = await auditGems(kysely);
  return { manifest, pictures, imported, findings };
}

/** True when a photo's picture has this name, or is being renamed to it. */
async function isNamed(kysely: Kysely<DB>, publicId: string): Promise<boolean> {
  const photo = await kysely
    .selectFrom("photos")
    .select("id")
    .where(({ or, eb }) => or([eb("public_id", "=", publicId), eb("renaming_to", "=", publicId)]))
    .executeTakeFirst();
  return photo !== undefined;
}

async function requireSameMigrations(sql: Transaction<DB>, { migrations }: Manifest) {
  const applied = await appliedMigrations(sql).catch((error: unknown): string[] => {
    if (hasSqlState(error, undefinedTable)) return [];
    throw error;
  });
  const lacking = migrations.filter((version) => !applied.includes(version));
  if (lacking.length) throw new Error(`The database lacks the migrations ${lacking.join(", ")}: npm run migrate.`);
  const newer = applied.filter((version) => !migrations.includes(version));
  if (newer.length) {
    throw new Error(`The export is older than the database (${newer.join(", ")}): export again with this release.`);
  }
}

/** Returns false when another run has imported the rows meanwhile. */
async function importRows(
  kysely: Kysely<DB>,
  queue: TransformationQueue,
  folder: string,
  manifest: Manifest,
): Promise<false | ImportedRows> {
  // A running worker may start a requeued transformation right after the commit: that one is not abandoned.
  const begunBefore = new Date();
  const requeued = await kysely.transaction().execute(async (sql) => {
    for (const setting of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]) {
      await run(sql, `set local ${setting} = 0`);
    }
    await run(sql, "set local timezone = 'UTC'");
    await run(sql, "lock table public.profiles in share row exclusive mode");
    if ((await refuseForeignRows(sql, folder)) === "imported") return null;
    await withoutTriggers(sql, async () => {
      for (const table of replacedTables) await run(sql, `delete from ${table}`);
      for (const table of exportedTables) await importTable(sql, table, folder, manifest);
    });
    const lost = await orphans(sql);
    if (lost.length) throw new Error(`Rows refer to rows that did not come: ${lost.join(", ")}.`);
    return requeue(sql, queue);
  });
  if (requeued === null) return false;
  return { requeued, returned: await returnAbandonedTransformations(createDatabase(kysely), begunBefore) };
}

/**
 * Triggers would create profiles, grant bonuses and count again, all of which the rows already contain. Foreign keys
 * are triggers too, so `orphans` checks them afterwards.
 */
async function withoutTriggers(sql: Transaction<DB>, work: () => Promise<void>) {
  try {
    await run(sql, "set local session_replication_role = replica");
  } catch (error) {
    if (!hasSqlState(error, "42501")) throw error;
    throw new Error(
      "This login may not set session_replication_role. Use Supabase's postgres role or a superuser, or let one run: " +
        "grant set on parameter session_replication_role to <login>;",
      { cause: error },
    );
  }
  await work();
  await run(sql, "set local session_replication_role = origin");
}

/** "imported": an earlier run imported the export's rows; they may have changed since. */
type TargetState = "empty" | "imported";

/** Checks that the database may take this export. @throws with a message for the operator when it has other rows. */
async function refuseForeignRows(sql: Transaction<DB>, folder: string): Promise<TargetState> {
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

interface ForeignKey {
  name: string;
  child: string;
  parent: string;
  columns: string[];
  referenced: string[];
}

/** Names of the exported tables' violated foreign keys, each with the number of violations. */
async function orphans(sql: Transaction<DB>): Promise<string[]> {
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

/** Lists columns in the order of the key; another order would compare the wrong columns. */
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

/**
 * Queues all waiting and running transformations again, in their old order: an export contains no queue. Resets the
 * start of running ones. Returns their number.
 */
async function requeue(sql: Transaction<DB>, queue: TransformationQueue): Promise<number> {
  await sql
    .updateTable("transformations")
    .set({ started_at: null, progress: progressAt.held })
    .where("status", "=", "processing")
    .where("started_at", "is not", null)
    .execute();
  const waiting = await sql
    .selectFrom("transformations")
    .select(["id", "user_id"])
    .where("status", "=", "processing")
    .orderBy("turn")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  for (const { id, user_id: memberId } of waiting) await queue.add(sql, { transformationId: id, memberId });
  return waiting.length;
}
