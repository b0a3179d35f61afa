import type { Database } from "../database/database.ts";
import type { PhotoHost } from "./photo-host.ts";
import { unusedPhotoHours } from "./retention.ts";

const atOnce = 100;

/**
 * Removes drafts left alone for a day, and uploaded photos no draft or transformation uses. The picture goes before
 * its row: when the host does not answer, the row stays and the next sweep tries again. Returns how many photos went.
 */
export async function sweepUnusedPhotos(
  { database, photoHost }: { database: Database; photoHost: PhotoHost },
  now = new Date(),
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now.getTime() - unusedPhotoHours * 3_600_000);
  const unused = await database.asService(async (sql) => {
    await sql.deleteFrom("drafts").where("updated_at", "<", before).execute();
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
      )
      .limit(atOnce)
      .execute();
  });
  let removed = 0;
  for (const photo of unused) {
    if (signal?.aborted) break;
    await photoHost.delete(photo.public_id);
    await database.asService((sql) => sql.deleteFrom("photos").where("id", "=", photo.id).execute());
    removed += 1;
  }
  return removed;
}
