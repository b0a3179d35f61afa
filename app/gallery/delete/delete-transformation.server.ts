import type { Sql } from "../../server/database/database.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { removePictures } from "../../photos/storing/picture-removals.server.ts";
import type { PhotoParts } from "../../photos/photo-parts.ts";
import { failRunning } from "../../transformations/ending/end-transformation.server.ts";
import { isOwnTransformation } from "../../transformations/read-transformation.server.ts";
import { lookPhotoIds } from "../../transformations/stored-looks.server.ts";

export type DeleteAnswer = { ok: true } | { ok: false; problem: "missing" };

/**
 * Deletes a member's own transformation, its shares and its unshared images; cancels and refunds one in
 * progress. Deletes rows in one transaction, then the host's images; a sweep retries the images.
 */
export async function deleteTransformation(
  services: Omit<PhotoParts, "photoInspection">,
  memberId: string,
  id: string,
): Promise<DeleteAnswer> {
  const { database } = services;
  if (!isRowId(id) || !(await isOwnTransformation(database, memberId, id))) return { ok: false, problem: "missing" };
  const publicIds = await database.asService((sql) => deleteRows(sql, memberId, id));
  if (!publicIds) return { ok: false, problem: "missing" };
  await removePictures(services, publicIds);
  return { ok: true };
}

/**
 * Returns the images' public ids; null if already deleted. Locks rows in the common order:
 * transformation, draft, photos, profile.
 */
async function deleteRows(sql: Sql, memberId: string, id: string): Promise<string[] | null> {
  const row = await sql
    .selectFrom("transformations")
    .select(["status", "original_photo_id", "result_photo_id", "draft_id", "idempotency_key"])
    .where("id", "=", id)
    .where("user_id", "=", memberId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  if (row.draft_id) await sql.selectFrom("drafts").select("id").where("id", "=", row.draft_id).forUpdate().execute();
  const resultIds = [row.result_photo_id, ...(await lookPhotoIds(sql, id))];
  const photoIds = [...resultIds, ...(row.original_photo_id ? [row.original_photo_id] : [])];
  // Locks first: a concurrent user of these photos waits and finds them deleted.
  await sql.selectFrom("photos").select("id").where("id", "in", photoIds).orderBy("id").forUpdate().execute();
  if (row.status === "processing") await failRunning(sql, id, memberId, "cancelled");
  // Reads the results' public ids before the cascade deletes them.
  const results = await sql
    .deleteFrom("photos as p")
    .where("p.user_id", "=", memberId)
    .where("p.id", "in", resultIds)
    .returning(["p.public_id", "p.renaming_to"])
    .execute();
  await sql.deleteFrom("transformations").where("id", "=", id).execute();
  await remember(sql, memberId, row.idempotency_key);
  // A failed transformation leads back to its draft, so the draft stays.
  if (row.draft_id && row.status !== "failed") await dropUnusedDraft(sql, memberId, row.draft_id);
  // Other transformations and drafts may still need the original.
  const originals = await sql
    .deleteFrom("photos as p")
    .where("p.user_id", "=", memberId)
    .where("p.id", "=", row.original_photo_id)
    .where("p.kind", "=", "original")
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("transformations as t").select("t.id").whereRef("t.original_photo_id", "=", "p.id"))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("drafts as d").select("d.id").whereRef("d.photo_id", "=", "p.id"))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("draft_photos as dp").select("dp.photo_id").whereRef("dp.photo_id", "=", "p.id"))),
    )
    .returning(["p.public_id", "p.renaming_to"])
    .execute();
  return [...results, ...originals].flatMap(({ public_id, renaming_to }) => [
    public_id,
    ...(renaming_to ? [renaming_to] : []),
  ]);
}

/** Time in ms during which a client may repeat a request. */
const repeatedWithinMs = 30 * 24 * 3_600_000;

async function remember(sql: Sql, memberId: string, idempotencyKey: string) {
  await sql
    .insertInto("deleted_requests")
    .values({ user_id: memberId, idempotency_key: idempotencyKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql
    .deleteFrom("deleted_requests")
    .where("user_id", "=", memberId)
    .where("deleted_at", "<", new Date(Date.now() - repeatedWithinMs))
    .execute();
}

/** Deletes the draft unless another attempt still uses it. */
async function dropUnusedDraft(sql: Sql, memberId: string, draftId: string) {
  await sql
    .deleteFrom("drafts as d")
    .where("d.id", "=", draftId)
    .where("d.user_id", "=", memberId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("transformations as t").select("t.id").whereRef("t.draft_id", "=", "d.id"))),
    )
    .execute();
}
