import type { Logger } from "pino";
import type { Database, Sql } from "../database/database.ts";
import type { PhotoHost } from "./photo-host.ts";
import { unusedPhotoHours } from "./retention.ts";

interface Sweeping {
  database: Database;
  photoHost: PhotoHost;
  log: Pick<Logger, "warn">;
}

/**
 * Removes drafts left alone for a day, and uploaded photos no draft or transformation uses. Each photo is one
 * transaction that holds its row: the picture goes before the row, so that a host that does not answer leaves the row
 * for the next sweep, and no transformation can take the photo up meanwhile. Returns how many went.
 */
export async function sweepUnusedPhotos(sweeping: Sweeping, now = new Date(), signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - unusedPhotoHours * 3_600_000);
  const { database, log } = sweeping;
  const ids = await database.asService(async (sql) => {
    await sql.deleteFrom("drafts").where("updated_at", "<", before).execute();
    return unused(sql, before).execute();
  });
  let removed = 0;
  for (const { id } of ids) {
    if (signal?.aborted) break;
    try {
      if (await remove(sweeping, id, before)) removed += 1;
    } catch (error) {
      log.warn({ err: error, photo: id }, "unused photo not removed");
    }
  }
  return removed;
}

async function remove({ database, photoHost }: Sweeping, id: string, before: Date): Promise<boolean> {
  return database.asService(async (sql) => {
    const photo = await unused(sql, before).where("p.id", "=", id).forUpdate().skipLocked().executeTakeFirst();
    if (!photo) return false;
    await photoHost.delete(photo.public_id);
    await sql.deleteFrom("photos").where("id", "=", id).execute();
    return true;
  });
}

function unused(sql: Sql, before: Date) {
  return sql
    .selectFrom("photos as p")
    .select(["p.id", "p.public_id"])
    .where("p.kind", "=", "original")
    .where("p.created_at", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("drafts as d").select("d.id").whereRef("d.photo_id", "=", "p.id"))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("transformations as t").select("t.id").whereRef("t.original_photo_id", "=", "p.id"))),
    );
}
