import type { Database, Sql } from "../../server/database/database.ts";
import { foreignKeyViolation, hasSqlState, insufficientPrivilege } from "../../server/database/sql-state.ts";
import { isRowId, ownPhoto } from "../../photos/own-photo.server.ts";
import { storableLength } from "../answers.ts";
import type { Answers, Tool } from "../tool.ts";

/** Starts a run. Returns the draft's id. */
export async function startDraft(
  database: Database,
  memberId: string,
  tool: Tool,
  { photoId, answers }: { photoId: string | null; answers: Answers },
): Promise<string> {
  const draft = await database.asMember(memberId, (sql) =>
    sql
      .insertInto("drafts")
      .values({ user_id: memberId, tool: tool.id, photo_id: photoId, answers: JSON.stringify(keepable(tool, answers)) })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return draft.id;
}

/**
 * Keeps the answers of a run, and its photo when one is given; the run begins with this if there is none of this id
 * yet. Repeating it changes nothing. False for an id that is taken, by somebody else or for another tool, for somebody
 * else's photo, and for another one than the run was started with.
 */
export async function saveDraft(
  database: Database,
  memberId: string,
  tool: Tool,
  { draftId, answers, photoId }: { draftId: string; answers: Answers; photoId?: string | null },
): Promise<boolean> {
  if (photoId && (await ownPhoto(database, memberId, photoId))?.kind !== "original") return false;
  const photo = photoId ? { photo_id: photoId } : {};
  const kept = JSON.stringify(keepable(tool, answers));
  const saving = database.asMember(memberId, async (sql) => {
    if (photoId && !(await mayBeGiven(sql, memberId, draftId, photoId))) return false;
    const saved = await sql
      .updateTable("drafts")
      .set({ answers: kept, updated_at: new Date(), ...photo })
      .where("id", "=", draftId)
      .where("user_id", "=", memberId)
      .where("tool", "=", tool.id)
      .executeTakeFirst();
    if (saved.numUpdatedRows > 0) return true;
    const begun = await sql
      .insertInto("drafts")
      .values({ id: draftId, user_id: memberId, tool: tool.id, answers: kept, ...photo })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    return (begun.numInsertedOrUpdatedRows ?? 0n) > 0;
  });
  return saving.catch((error: unknown) => {
    // The photo, or the whole account, was deleted in between.
    if (hasSqlState(error, foreignKeyViolation)) return false;
    throw error;
  });
}

/**
 * Gives a run its photo, or another one. False when it is not this member's, or none, for a photo deleted by then, and
 * once the run was started with another.
 */
export async function attachPhoto(
  database: Database,
  memberId: string,
  draftId: string | null,
  photoId: string,
): Promise<boolean> {
  if (!isRowId(draftId)) return false;
  const attaching = database.asMember(memberId, async (sql) => {
    if (!(await mayBeGiven(sql, memberId, draftId, photoId))) return false;
    const given = await sql
      .updateTable("drafts")
      .set({ photo_id: photoId, updated_at: new Date() })
      .where("id", "=", draftId)
      .where("user_id", "=", memberId)
      .executeTakeFirst();
    return given.numUpdatedRows > 0;
  });
  return attaching.catch((error: unknown) => {
    // The policy looks for the photo among the member's own; the key, a moment later, whether it is still there.
    if (hasSqlState(error, insufficientPrivilege) || hasSqlState(error, foreignKeyViolation)) return false;
    throw error;
  });
}

/**
 * Holds the member's own run, where there is one, until the transaction ends: whoever starts it waits for this, or this
 * for them (start-transformation.server.ts). False once it was started with another photo, unless that failed: what is
 * paid for is what the run shows.
 */
async function mayBeGiven(sql: Sql, memberId: string, draftId: string, photoId: string): Promise<boolean> {
  const run = await sql
    .selectFrom("drafts")
    .select("photo_id")
    .where("id", "=", draftId)
    .where("user_id", "=", memberId)
    .forUpdate()
    .executeTakeFirst();
  if (!run || run.photo_id === photoId) return true;
  const started = await sql
    .selectFrom("transformations")
    .select("id")
    .where("draft_id", "=", draftId)
    .where("user_id", "=", memberId)
    .where("status", "!=", "failed")
    .limit(1)
    .executeTakeFirst();
  return started === undefined;
}

/** Forgets a run; its photo is swept later if nothing else uses it. */
export async function dropDraft(database: Database, memberId: string, draftId: string): Promise<void> {
  await database.asMember(memberId, (sql) =>
    sql.deleteFrom("drafts").where("id", "=", draftId).where("user_id", "=", memberId).execute(),
  );
}

/** Only answers to this tool's questions, of characters a database can keep, and none longer than it should. */
export function keepable(tool: Tool, answers: Answers): Answers {
  const names = tool.steps.flatMap(({ questions }) => questions.map(({ name }) => name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = answers[name];
      if (typeof value !== "string" || value.length > storableLength) return [];
      return [[name, value.replaceAll("\u0000", "").toWellFormed()]];
    }),
  );
}
