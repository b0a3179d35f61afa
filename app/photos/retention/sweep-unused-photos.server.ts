import type { Sql } from "../../server/database/database.ts";
import { photoInUse } from "../storing/photo-in-use.server.ts";
import { removePictures, type Removing } from "../storing/picture-removals.server.ts";
import { unusedPhotoHours } from "./limits.ts";

export async function sweepUnusedPhotos(removing: Removing, now = new Date(), signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - unusedPhotoHours * 3_600_000);
  const { database } = removing;
  const ids = await database.asService(async (sql) => {
    await sql.deleteFrom("drafts").where("updated_at", "<", before).execute();
    return unused(sql, before).execute();
  });
  let removed = 0;
  for (const { id } of ids) {
    if (signal?.aborted) break;
    const publicIds = await database.asService((sql) => deleteUnused(sql, id, before));
    if (!publicIds.length) continue;
    await removePictures(removing, publicIds, now);
    removed += 1;
  }
  return removed;
}

async function deleteUnused(sql: Sql, id: string, before: Date): Promise<string[]> {
  const locked = await sql.selectFrom("photos").select("id").where("id", "=", id).forUpdate().skipLocked().execute();
  const photo = locked.length ? await unused(sql, before).where("p.id", "=", id).executeTakeFirst() : undefined;
  if (!photo) return [];
  await sql.deleteFrom("photos").where("id", "=", id).execute();
  return [photo.public_id, ...(photo.renaming_to === null ? [] : [photo.renaming_to])];
}

function unused(sql: Sql, before: Date) {
  return sql
    .selectFrom("photos as p")
    .select(["p.id", "p.public_id", "p.renaming_to"])
    .where("p.kind", "=", "original")
    .where("p.created_at", "<", before)
    .where(({ not }) => not(photoInUse("p.id")))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("transformations as t").select("t.id").whereRef("t.original_photo_id", "=", "p.id"))),
    );
}
