import { type RawBuilder, sql as text } from "kysely";
import type { Sql } from "../../server/database/database.ts";
import { removePictures, type Removing } from "../storing/picture-removals.server.ts";
import { originalDaysMs, unusedPhotoHours } from "./limits.ts";

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

/** Deletes the row first and queues the picture's removal, so that a crash leaves nothing behind. Returns the count. */
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

const photoInUse = (photoId: "p.id" | "t.original_photo_id"): RawBuilder<boolean> => text<boolean>`exists (
  select from public.photos used
  where (used.id = ${text.ref(photoId)} or used.adjusted_from = ${text.ref(photoId)})
    and (exists (select from public.drafts d where d.photo_id = used.id)
      or exists (select from public.draft_photos dp where dp.photo_id = used.id)))`;
