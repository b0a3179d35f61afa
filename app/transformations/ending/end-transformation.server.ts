import { sql as text } from "kysely";
import type { Database, Sql } from "../../server/database/database.ts";
import { addNotice, removeNotice } from "../notifications/done-notices.server.ts";
import { cancelRemoval } from "../../photos/storing/picture-removals.server.ts";
import { type Failure, returnReasons } from "./failures.ts";
import { type Look, looks } from "../looks.ts";
import { isOwnTransformation } from "../read-transformation.server.ts";
import { progressAt } from "../progress.ts";
import { insertLooks } from "../stored-looks.server.ts";

export interface StoredImage {
  publicId: string;
  mimeType: "image/jpeg" | "image/png";
  width: number;
  height: number;
  bytes: number;
  placeholder: string;
}

export interface StoredResult extends StoredImage {
  fileName: string;
  madeBy: string;
  note: string | null;
  looks?: readonly (StoredImage & { look: Look; photoId: string })[];
}

/**
 * Settles the held gem. False when the transformation already ended: the caller then removes the stored images.
 * @throws when an image was not announced, or too long ago (picture-removals.server.ts).
 */
export async function completeTransformation(database: Database, id: string, result: StoredResult): Promise<boolean> {
  return database.asService(async (sql) => {
    const running = await lockRunning(sql, id);
    if (!running) return false;
    const { looks: others = [] } = result;
    const first = { ...result, look: looks[0].id, photoId: running.result_photo_id };
    for (const image of [first, ...others]) {
      await cancelRemoval(sql, image.publicId);
      await insertPhoto(sql, running.user_id, result.fileName, image);
    }
    if (others.length) await insertLooks(sql, { id, user_id: running.user_id }, [first, ...others]);
    await sql
      .updateTable("transformations")
      .set({
        status: "completed",
        progress: progressAt.done,
        enhanced_url: `/images/${running.result_photo_id}/full`,
        made_by: result.madeBy,
        note: result.note,
        finished_at: new Date(),
      })
      .where("id", "=", id)
      .execute();
    await forgetUnstored(sql, id);
    await sql
      .updateTable("profiles")
      .set((eb) => ({ total_transformations: eb("total_transformations", "+", 1) }))
      .where("user_id", "=", running.user_id)
      .execute();
    await addNotice(sql, id);
    return true;
  });
}

function insertPhoto(sql: Sql, memberId: string, fileName: string, image: StoredImage & { photoId: string }) {
  return sql
    .insertInto("photos")
    .values({
      id: image.photoId,
      user_id: memberId,
      kind: "result",
      public_id: image.publicId,
      file_name: fileName,
      mime_type: image.mimeType,
      width: image.width,
      height: image.height,
      bytes: image.bytes,
      placeholder: image.placeholder,
    })
    .execute();
}

/** Marks a running transformation failed and returns its gem, in one transaction. False when it was not running. */
export async function failTransformation(database: Database, id: string, failure: Failure): Promise<boolean> {
  return database.asService(async (sql) => {
    const running = await lockRunning(sql, id);
    if (!running) return false;
    await failRunning(sql, id, running.user_id, failure);
    return true;
  });
}

/**
 * Cancels the member's own transformation, waiting or running, and returns its gem; a worker then discards its result.
 * True when repeated; false for another member's or one that ended otherwise.
 */
export async function cancelTransformation(database: Database, memberId: string, id: string): Promise<boolean> {
  if (!(await isOwnTransformation(database, memberId, id))) return false;
  return database.asService(async (sql) => {
    const found = await sql
      .selectFrom("transformations")
      .select(["status", "failure"])
      .where("id", "=", id)
      .where("user_id", "=", memberId)
      .forUpdate()
      .executeTakeFirst();
    if (found?.status !== "processing") return found?.failure === "cancelled";
    await failRunning(sql, id, memberId, "cancelled");
    return true;
  });
}

/** The queue retries or drops every job within a day. */
const neverBegunMs = 24 * 3_600_000;

/**
 * Fails transformations begun before `olderThan`, or a day old and never begun; returns their gems. Returns the count.
 */
export async function returnAbandonedTransformations(database: Database, olderThan: Date): Promise<number> {
  const abandoned = await database.asService((sql) =>
    sql
      .selectFrom("transformations")
      .select("id")
      .where("status", "=", "processing")
      .where(({ or, and, eb }) =>
        or([
          eb("started_at", "<", olderThan),
          and([eb("started_at", "is", null), eb("created_at", "<", new Date(olderThan.getTime() - neverBegunMs))]),
        ]),
      )
      .limit(100)
      .execute(),
  );
  let returned = 0;
  for (const { id } of abandoned) if (await failTransformation(database, id, "timeout")) returned += 1;
  return returned;
}

function lockRunning(sql: Sql, id: string) {
  return sql
    .selectFrom("transformations")
    .select(["user_id", "result_photo_id"])
    .where("id", "=", id)
    .where("status", "=", "processing")
    .forUpdate()
    .executeTakeFirst();
}

/** The caller's transaction must hold the running row. A transformation that never began does not count for its day. */
export async function failRunning(sql: Sql, id: string, memberId: string, failure: Failure): Promise<void> {
  await sql
    .updateTable("transformations")
    .set({ status: "failed", failure, finished_at: new Date() })
    .where("id", "=", id)
    .execute();
  await forgetUnstored(sql, id);
  await sql
    .selectNoFrom((eb) =>
      eb
        .fn<boolean>("public.return_coins_for_transformation", [
          eb.cast(eb.val(memberId), "uuid"),
          eb.cast(eb.val(id), "uuid"),
          eb.cast(eb.val(returnReasons[failure]), "text"),
        ])
        .as("returned"),
    )
    .execute();
  await text`select public.release_generation(${id})`.execute(sql);
  await (failure === "cancelled" ? removeNotice(sql, id) : addNotice(sql, id));
}

const forgetUnstored = (sql: Sql, id: string) =>
  sql.deleteFrom("unstored_results").where("transformation_id", "=", id).execute();
