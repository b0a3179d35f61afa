import type { Kysely, Transaction } from "kysely";
import type { OpenSql } from "../../app/adapters/open-database.server.ts";
import { createDatabase } from "../../app/server/database/kysely-database.server.ts";
import { hasSqlState } from "../../app/server/database/database.ts";
import type { DB } from "../../app/server/database/types.ts";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import { returnAbandonedTransformations } from "../../app/transformations/ending/end-transformation.server.ts";
import type { TransformationQueue } from "../../app/transformations/running/transformation-queue.ts";
import { auditGems, type Finding } from "../../app/gems/audit/audit-gems.server.ts";
import { appliedMigrations } from "./export-data.ts";
import { refuseForeignRows } from "./foreign-rows.ts";
import { importPictures, type ImportedPictures } from "./import-pictures.ts";
import { importTable } from "./import-table.ts";
import { exportedTables, replacedTables } from "./kept-tables.ts";
import { readManifest, type Manifest } from "./manifest.ts";
import { orphans } from "./orphans.ts";
import { requeue } from "./requeue.ts";
import { run } from "./table-rows.ts";

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
