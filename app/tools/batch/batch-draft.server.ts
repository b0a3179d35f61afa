import { maxBatchPhotos } from "./batch.ts";
import {
  type Database,
  type Sql,
  foreignKeyViolation,
  hasSqlState,
  insufficientPrivilege,
} from "../../server/database/database.ts";
import { adviceSentences } from "../../photos/advice/photo-advice.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { pictureOf, type Picture } from "../../photos/picture.ts";
import { toolOf } from "../catalogue.ts";
import { needsSubject } from "../wizard/steps.ts";
import type { Tool } from "../tool.ts";

export type PhotoAdding =
  | { ok: true }
  /** `name`: the copy that the draft already has. */
  | { ok: false; problem: "duplicate"; name: string }
  /** `started`: the draft became a batch. `not-found`: deleted, or another member's. */
  | { ok: false; problem: "full" | "started" | "not-found" };

/** Creates the draft with its first photo. Repeatable; the same picture under another id is a duplicate. */
export async function addPhoto(
  database: Database,
  memberId: string,
  tool: Tool,
  { draftId, photoId }: { draftId: string | null; photoId: string },
): Promise<PhotoAdding> {
  if (!isRowId(draftId) || !isRowId(photoId)) return { ok: false, problem: "not-found" };
  const adding = database.asMember(memberId, async (sql): Promise<PhotoAdding> => {
    const run = await lockDraft(sql, memberId, tool, draftId);
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
    const usedPositions = new Set(there.map((each) => each.position));
    const position = Array.from({ length: maxBatchPhotos }, (_, index) => index + 1).find(
      (each) => !usedPositions.has(each),
    );
    if (!position) return { ok: false, problem: "full" };
    await sql
      .insertInto("draft_photos")
      .values({ draft_id: draftId, photo_id: photoId, position, user_id: memberId })
      .execute();
    return { ok: true };
  });
  return adding.catch((error: unknown) => {
    // Deleted meanwhile: the photo or the account.
    if (hasSqlState(error, foreignKeyViolation)) return { ok: false, problem: "not-found" };
    throw error;
  });
}

/** One batch per draft: a double submit is the same request. */
export const batchKey = (draftId: string): string => `${draftId}.batch`;

/** Repeatable; the sweep removes the photo later if unused. */
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

/** Swaps a photo and its adjusted version. False once started, or for an unknown draft or photo. */
export async function replacePhoto(
  database: Database,
  memberId: string,
  draftId: string,
  { photoId, by }: { photoId: string; by: string },
): Promise<boolean> {
  const replacing = database.asMember(memberId, async (sql) => {
    // Serialises with a start of the batch: members pay for the photos that they saw.
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
    // The policy checks the owner, the foreign key whether the photo still exists.
    if (hasSqlState(error, insufficientPrivilege) || hasSqlState(error, foreignKeyViolation)) return false;
    throw error;
  });
}

export interface ChosenPhoto {
  id: string;
  name: string;
  bytes: number;
  picture: Picture;
  advice: string[];
}

export async function readPhotos(database: Database, memberId: string, draftId: string): Promise<ChosenPhoto[]> {
  const rows = await database.asMember(memberId, (sql) =>
    photosOf(sql, draftId).where("dp.user_id", "=", memberId).execute(),
  );
  return rows.map((row) => {
    const tool = toolOf(row.tool);
    const advice = adviceSentences(row.advice, tool !== undefined && needsSubject(tool));
    return { id: row.id, name: row.file_name, bytes: row.bytes, picture: pictureOf(row), advice };
  });
}

/** Locks the draft against concurrent changes. False for an unknown or another member's draft. */
async function lockDraft(sql: Sql, memberId: string, tool: Tool, draftId: string): Promise<boolean> {
  await sql
    .insertInto("drafts")
    .values({ id: draftId, user_id: memberId, tool: tool.id, answers: "{}" })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const locked = await sql
    .updateTable("drafts")
    .set({ updated_at: new Date() })
    .where("id", "=", draftId)
    .where("user_id", "=", memberId)
    .where("tool", "=", tool.id)
    .executeTakeFirst();
  return locked.numUpdatedRows > 0;
}

/** By the batch's key, because a swept draft's id may be in use again. */
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
