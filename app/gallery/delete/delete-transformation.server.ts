import type { Sql } from "../../server/database/database.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { removePictures } from "../../photos/storing/picture-removals.server.ts";
import type { Services } from "../../services.ts";
import { failRunning } from "../../transformations/ending/end-transformation.server.ts";
import { isOwnTransformation } from "../../transformations/own-transformation.server.ts";
import { lookPhotoIds } from "../../transformations/stored-looks.server.ts";

export type DeleteAnswer = { ok: true } | { ok: false; problem: "missing" };

/**
 * Deletes the member's own transformation with the pictures nothing else of theirs needs, and its shares. One still
 * processing is cancelled and its gem returned. The rows go first, in one transaction; then the pictures at the host,
 * which is asked again by a sweep if it is away.
 */
export async function deleteTransformation(
  services: Pick<Services, "database" | "photoHost" | "log">,
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
 * Where the pictures are that go with it; null when it is gone already. Rows are held in the order everybody takes them
 * in: the transformation, its draft, its photos, the profile.
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
  // Held before it is looked who else needs them: whoever begins with one of them meanwhile waits, and finds it gone.
  await sql.selectFrom("photos").select("id").where("id", "in", photoIds).orderBy("id").forUpdate().execute();
  if (row.status === "processing") await failRunning(sql, id, memberId, "cancelled");
  // Before the transformation, with which its looks go: their places at the host are still to be read.
  const results = await sql
    .deleteFrom("photos as p")
    .where("p.user_id", "=", memberId)
    .where("p.id", "in", resultIds)
    .returning(["p.public_id", "p.renaming_to"])
    .execute();
  await sql.deleteFrom("transformations").where("id", "=", id).execute();
  await remember(sql, memberId, row.idempotency_key);
  // A failed run leads back to its draft, with every choice kept: that one is still being worked on.
  if (row.draft_id && row.status !== "failed") await dropUnusedDraft(sql, memberId, row.draft_id);
  // Other transformations, and a run begun anew with the same photo, still need the original.
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

/** For so long a program may send a request again after its answer was lost. */
const repeatedWithinMs = 30 * 24 * 3_600_000;

/** That this request was made and its transformation deleted. */
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

/** The run it came from is over with it, unless another attempt stands on it. */
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
