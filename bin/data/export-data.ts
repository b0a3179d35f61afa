import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../app/server/database/types.ts";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import { type Manifest, writeManifest } from "./manifest.ts";
import { exportPictures } from "./pictures.ts";
import { exportTables, run } from "./tables.ts";

/**
 * Writes all stored data of the members into `folder`, as docs/data.md describes: rows from one database snapshot, and
 * the pictures. `kysely` is the schema's owner. Does not change the database.
 * @throws with a message for the operator when the folder is not empty.
 */
export async function exportData(
  { kysely, photoHost }: { kysely: Kysely<DB>; photoHost: Pick<PhotoHost, "read"> },
  folder: string,
): Promise<Manifest> {
  // Only its owner may read the folder: it contains addresses, photos and password hashes.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length) throw new Error(`${folder} is not empty: an export needs a folder of its own.`);
  await mkdir(join(folder, "tables"), { mode: 0o700 });
  const { migrations, tables, photos } = await kysely.transaction().execute(async (sql) => {
    await run(sql, "set transaction isolation level repeatable read, read only");
    await run(sql, "set local statement_timeout = 0");
    await run(sql, "set local idle_in_transaction_session_timeout = 0");
    await run(sql, "set local timezone = 'UTC'");
    return {
      migrations: await appliedMigrations(sql),
      tables: await exportTables(sql, folder),
      photos: await photosOf(sql),
    };
  });
  const pictures = await exportPictures(photoHost, photos, folder);
  const exportedAt = new Date().toISOString();
  const manifest: Manifest = { format: "photogem-export", formatVersion: 1, exportedAt, migrations, tables, pictures };
  await writeManifest(folder, manifest);
  return manifest;
}

/** Versions of the applied migrations, oldest first. */
export async function appliedMigrations(sql: Transaction<DB>): Promise<string[]> {
  const rows = await run<{ version: string }>(
    sql,
    "select version from supabase_migrations.schema_migrations order by 1",
  );
  return rows.map(({ version }) => version);
}

const photosOf = (sql: Transaction<DB>) =>
  sql.selectFrom("photos").select(["id", "public_id", "renaming_to"]).orderBy("id").execute();
