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
  /** False: an earlier run had put all rows in. */
  imported: false | ImportedRows;
  findings: Finding[];
}

/** Nothing was ever migrated. */
const undefinedTable = "42P01";

interface ImportedRows {
  /** Transformations that were waiting or being made, and wait again. */
  requeued: number;
  /** Transformations asked for more than a day ago: failed, their gems returned, as the product's own sweep does it. */
  returned: number;
}

interface Target extends Pick<OpenSql, "kysely"> {
  queue: TransformationQueue;
  photoHost: PhotoHost;
}

/**
 * Puts an export into a migrated, empty database and its pictures to the photo host (docs/data.md). Pictures come first
 * and all rows in one transaction: whatever stops it, running it again completes it. Once the rows are in, only pictures
 * are brought that their photos still name. `kysely` is the schema's owner and
 * may set `session_replication_role`.
 * @throws with a message for the operator when the database has other migrations or other rows, or when what arrived is
 * not what left.
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

/** Whether a photo has its picture under this name, or is being given it. */
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

/** False when another run did it meanwhile. */
async function importRows(
  kysely: Kysely<DB>,
  queue: TransformationQueue,
  folder: string,
  manifest: Manifest,
): Promise<false | ImportedRows> {
  // A worker that runs already may begin what waits again as soon as it is in: that is not abandoned.
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
 * No profile is made, no bonus given and nothing counted a second time: all of that comes with the rows. Foreign keys are
 * triggers too, so they are looked at afterwards.
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

/** "imported": an earlier run put the export's rows in; they may have lived on since. */
type TargetState = "empty" | "imported";

/** Whether the database may take this export. @throws with a message for the operator when it has rows of others. */
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

/** Names and counts of foreign keys of the exported tables that some row violates. */
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

/**
 * Lets everything that was waiting or being made wait again, in its old order: the queue itself does not travel. What had
 * begun has not begun here. Returns how many.
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
