import { sql as text } from "kysely";
import type { Sql } from "../../server/database/database.ts";
import { photoInUse } from "../storing/photo-in-use.server.ts";
import { removePictures, type Removing } from "../storing/picture-removals.server.ts";
import { originalDaysMs } from "./limits.ts";

/** The row goes first and the picture's removal is queued, so a crash leaves nothing behind. Answers the count. */
export async function sweepOriginals(removing: Removing, now = new Date(), signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (const id of await dueOriginals(removing, now)) {
    if (signal?.aborted) break;
    const publicIds = await removing.database.asService((sql) => deleteDue(sql, id, now));
    if (!publicIds.length) continue;
    await removePictures(removing, publicIds, now);
    removed += 1;
  }
  return removed;
}

const sweepSize = 1000;

const endedAt = text<Date>`coalesce(t.finished_at, t.created_at)`;

async function dueOriginals({ database }: Removing, now: Date): Promise<string[]> {
  const rows = await database.asService((sql) =>
    due(sql, now).select("t.original_photo_id as id").orderBy(endedAt).limit(sweepSize).execute(),
  );
  return [...new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])))];
}

function due(sql: Sql, now: Date) {
  const before = new Date(now.getTime() - originalDaysMs);
  return sql
    .selectFrom("transformations as t")
    .innerJoin("profiles as p", "p.user_id", "t.user_id")
    .where("t.original_photo_id", "is not", null)
    .where("t.status", "<>", "processing")
    .where(endedAt, "<", before)
    .where("p.keep_originals", "=", false)
    .where("p.originals_counted_from", "<", before)
    .where(({ not }) => not(photoInUse("t.original_photo_id")))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("transformations as other")
            .select("other.id")
            .whereRef("other.original_photo_id", "=", "t.original_photo_id")
            .where(({ or, eb }) =>
              or([
                eb("other.status", "=", "processing"),
                eb(text<Date>`coalesce(other.finished_at, other.created_at)`, ">=", before),
              ]),
            ),
        ),
      ),
    );
}

async function deleteDue(sql: Sql, photoId: string, now: Date): Promise<string[]> {
  const users = await sql
    .selectFrom("transformations")
    .select("id")
    .where("original_photo_id", "=", photoId)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  await sql.selectFrom("photos").select("id").where("id", "=", photoId).forUpdate().execute();
  const stillDue = await due(sql, now).select("t.id").where("t.original_photo_id", "=", photoId).executeTakeFirst();
  if (!stillDue) return [];
  const ids = users.map(({ id }) => id);
  await sql.updateTable("transformations").set({ original_deleted_at: now }).where("id", "in", ids).execute();
  await sql.updateTable("shares").set({ shows_original: false }).where("transformation_id", "in", ids).execute();
  const photo = await sql
    .deleteFrom("photos")
    .where("id", "=", photoId)
    .where("kind", "=", "original")
    .returning(["public_id", "renaming_to"])
    .executeTakeFirst();
  return photo ? [photo.public_id, ...(photo.renaming_to === null ? [] : [photo.renaming_to])] : [];
}
