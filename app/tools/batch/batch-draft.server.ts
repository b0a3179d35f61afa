import type { Database, Sql } from "../../server/database/database.ts";
import { foreignKeyViolation, hasSqlState, insufficientPrivilege } from "../../server/database/sql-state.ts";
import { noticedInWords } from "../../photos/advice/photo-advice.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { pictureOf, type Picture } from "../../photos/picture.ts";
import { toolOf } from "../catalogue.ts";
import { needsSubject } from "../wizard/steps.ts";
import type { Tool } from "../tool.ts";
import { maxBatchPhotos } from "./batch-paths.ts";

export type PhotoAdding =
  | { ok: true }
  /** The same photo is in this run already, under the name given. */
  | { ok: false; problem: "duplicate"; name: string }
  /** `started`: the run became a batch. `not-found`: the run or the photo is somebody else's, or gone. */
  | { ok: false; problem: "full" | "started" | "not-found" };

/**
 * Puts one of the member's photos into a run over several, which begins with its first. Repeating it changes nothing;
 * the same picture under another id is told and kept once.
 */
export async function addPhoto(
  database: Database,
  memberId: string,
  tool: Tool,
  { draftId, photoId }: { draftId: string | null; photoId: string },
): Promise<PhotoAdding> {
  if (!isRowId(draftId) || !isRowId(photoId)) return { ok: false, problem: "not-found" };
  const adding = database.asMember(memberId, async (sql): Promise<PhotoAdding> => {
    const run = await holdRun(sql, memberId, tool, draftId);
    const photo = await sql
      .selectFrom("photos")
      .select("content_hash")
      .where("id", "=", photoId)
      .where("user_id", "=", memberId)
      .where("kind", "=", "original")
      .executeTakeFirst();
    if (!run || !photo) return { ok: false, problem: "not-found" };
    if (await hasStarted(sql, memberId, draftId)) return { ok: false, problem: "started" };
    const there = await photosOf(sql, draftId).execute();
    if (there.some(({ id }) => id === photoId)) return { ok: true };
    const same = there.find((each) => each.content_hash !== null && each.content_hash === photo.content_hash);
    if (same) return { ok: false, problem: "duplicate", name: same.file_name };
    const taken = new Set(there.map((each) => each.position));
    const position = Array.from({ length: maxBatchPhotos }, (_, index) => index + 1).find((each) => !taken.has(each));
    if (!position) return { ok: false, problem: "full" };
    await sql
      .insertInto("draft_photos")
      .values({ draft_id: draftId, photo_id: photoId, position, user_id: memberId })
      .execute();
    return { ok: true };
  });
  return adding.catch((error: unknown) => {
    // The photo, or the whole account, was deleted in between.
    if (hasSqlState(error, foreignKeyViolation)) return { ok: false, problem: "not-found" };
    throw error;
  });
}

/** A run becomes one batch: repeated presses are the same request. */
export const batchKey = (draftId: string): string => `${draftId}.batch`;

/** Takes a photo out of a run; it is swept later if nothing else uses it. Repeating it changes nothing. */
export async function removePhoto(
  database: Database,
  memberId: string,
  draftId: string | null,
  photoId: string,
): Promise<void> {
  if (!isRowId(draftId) || !isRowId(photoId)) return;
  await database.asMember(memberId, (sql) =>
    sql
      .deleteFrom("draft_photos")
      .where("draft_id", "=", draftId)
      .where("photo_id", "=", photoId)
      .where("user_id", "=", memberId)
      .execute(),
  );
}

/**
 * Puts a photo cut out of one of a run's photos into that one's place, or the whole one back. A photo that has a place in
 * it already keeps that one. False for a run that became a batch, and for a run or a photo that is somebody else's, or gone.
 */
export async function replacePhoto(
  database: Database,
  memberId: string,
  draftId: string,
  { photoId, by }: { photoId: string; by: string },
): Promise<boolean> {
  const replacing = database.asMember(memberId, async (sql) => {
    // A batch that is starting waits here, or this for it, whose row refers to the run: what is paid for is what is shown.
    await sql
      .selectFrom("drafts")
      .select("id")
      .where("id", "=", draftId)
      .where("user_id", "=", memberId)
      .forUpdate()
      .execute();
    if (await hasStarted(sql, memberId, draftId)) return false;
    const freed = await sql
      .deleteFrom("draft_photos")
      .where("draft_id", "=", draftId)
      .where("photo_id", "=", photoId)
      .where("user_id", "=", memberId)
      .returning("position")
      .executeTakeFirst();
    if (!freed) return false;
    await sql
      .insertInto("draft_photos")
      .values({ draft_id: draftId, photo_id: by, position: freed.position, user_id: memberId })
      .onConflict((conflict) => conflict.columns(["draft_id", "photo_id"]).doNothing())
      .execute();
    await sql
      .updateTable("drafts")
      .set({ updated_at: new Date() })
      .where("id", "=", draftId)
      .where("user_id", "=", memberId)
      .execute();
    return true;
  });
  return replacing.catch((error: unknown) => {
    // The policy looks for the photo among the member's own; the key, a moment later, whether it is still there.
    if (hasSqlState(error, insufficientPrivilege) || hasSqlState(error, foreignKeyViolation)) return false;
    throw error;
  });
}

export interface ChosenPhoto {
  id: string;
  name: string;
  bytes: number;
  picture: Picture;
  /** What may be worth knowing of it before a gem is spent, in sentences; none for nothing. */
  advice: string[];
}

/** The photos of the member's own run, in their places. */
export async function readPhotos(database: Database, memberId: string, draftId: string): Promise<ChosenPhoto[]> {
  const rows = await database.asMember(memberId, (sql) =>
    photosOf(sql, draftId).where("dp.user_id", "=", memberId).execute(),
  );
  return rows.map((row) => {
    const tool = toolOf(row.tool);
    const advice = noticedInWords(row.advice, tool !== undefined && needsSubject(tool));
    return { id: row.id, name: row.file_name, bytes: row.bytes, picture: pictureOf(row), advice };
  });
}

/** One at a time: whoever adds to the same run meanwhile waits. False for a run that is not this member's, or none. */
async function holdRun(sql: Sql, memberId: string, tool: Tool, draftId: string): Promise<boolean> {
  await sql
    .insertInto("drafts")
    .values({ id: draftId, user_id: memberId, tool: tool.id, answers: "{}" })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const held = await sql
    .updateTable("drafts")
    .set({ updated_at: new Date() })
    .where("id", "=", draftId)
    .where("user_id", "=", memberId)
    .where("tool", "=", tool.id)
    .executeTakeFirst();
  return held.numUpdatedRows > 0;
}

/** By the batch's key: the run itself may have been swept since, and have begun again under its id. */
async function hasStarted(sql: Sql, memberId: string, draftId: string): Promise<boolean> {
  const batch = await sql
    .selectFrom("batches")
    .select("id")
    .where("user_id", "=", memberId)
    .where("idempotency_key", "=", batchKey(draftId))
    .executeTakeFirst();
  return batch !== undefined;
}

function photosOf(sql: Sql, draftId: string) {
  return sql
    .selectFrom("draft_photos as dp")
    .innerJoin("photos as p", "p.id", "dp.photo_id")
    .innerJoin("drafts as d", "d.id", "dp.draft_id")
    .select(["p.id", "p.file_name", "p.bytes", "p.width", "p.height", "p.placeholder", "p.mime_type"])
    .select(["p.content_hash", "dp.position", "p.advice", "d.tool"])
    .where("dp.draft_id", "=", draftId)
    .orderBy("dp.position");
}
