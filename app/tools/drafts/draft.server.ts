import {
  type Database,
  type Sql,
  foreignKeyViolation,
  hasSqlState,
  insufficientPrivilege,
} from "../../server/database/database.ts";
import { isRowId, ownPhoto } from "../../photos/own-photo.server.ts";
import { storableLength } from "../answers.ts";
import type { Answers, Tool } from "../tool.ts";

export async function startDraft(
  database: Database,
  memberId: string,
  tool: Tool,
  { photoId, answers }: { photoId: string | null; answers: Answers },
): Promise<string> {
  const draft = await database.asMember(memberId, (sql) =>
    sql
      .insertInto("drafts")
      .values({
        user_id: memberId,
        tool: tool.id,
        photo_id: photoId,
        answers: JSON.stringify(storableAnswers(tool, answers)),
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return draft.id;
}

/**
 * Saves a draft's answers and photo; creates the draft. Repeatable. False for an id in use by another member or tool,
 * another member's photo, or once started with a different photo.
 */
export async function saveDraft(
  database: Database,
  memberId: string,
  tool: Tool,
  { draftId, answers, photoId }: { draftId: string; answers: Answers; photoId?: string | null },
): Promise<boolean> {
  if (photoId && (await ownPhoto(database, memberId, photoId))?.kind !== "original") return false;
  const photo = photoId ? { photo_id: photoId } : {};
  const storedAnswers = JSON.stringify(storableAnswers(tool, answers));
  const saving = database.asMember(memberId, async (sql) => {
    if (photoId && !(await mayBeGiven(sql, memberId, draftId, photoId))) return false;
    const saved = await sql
      .updateTable("drafts")
      .set({ answers: storedAnswers, updated_at: new Date(), ...photo })
      .where("id", "=", draftId)
      .where("user_id", "=", memberId)
      .where("tool", "=", tool.id)
      .executeTakeFirst();
    if (saved.numUpdatedRows > 0) return true;
    const inserted = await sql
      .insertInto("drafts")
      .values({ id: draftId, user_id: memberId, tool: tool.id, answers: storedAnswers, ...photo })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0;
  });
  return saving.catch((error: unknown) => {
    // Deleted meanwhile: the photo or the account.
    if (hasSqlState(error, foreignKeyViolation)) return false;
    throw error;
  });
}

/** False for an unknown draft or photo, and once started with another photo. */
export async function attachPhoto(
  database: Database,
  memberId: string,
  draftId: string | null,
  photoId: string,
): Promise<boolean> {
  if (!isRowId(draftId)) return false;
  const attaching = database.asMember(memberId, async (sql) => {
    if (!(await mayBeGiven(sql, memberId, draftId, photoId))) return false;
    const updated = await sql
      .updateTable("drafts")
      .set({ photo_id: photoId, updated_at: new Date() })
      .where("id", "=", draftId)
      .where("user_id", "=", memberId)
      .executeTakeFirst();
    return updated.numUpdatedRows > 0;
  });
  return attaching.catch((error: unknown) => {
    // The policy checks the owner, the foreign key whether the photo still exists.
    if (hasSqlState(error, insufficientPrivilege) || hasSqlState(error, foreignKeyViolation)) return false;
    throw error;
  });
}

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

export async function dropDraft(database: Database, memberId: string, draftId: string): Promise<void> {
  await database.asMember(memberId, (sql) =>
    sql.deleteFrom("drafts").where("id", "=", draftId).where("user_id", "=", memberId).execute(),
  );
}

/** Only this tool's questions, in characters and lengths that the database stores. */
export function storableAnswers(tool: Tool, answers: Answers): Answers {
  const names = tool.steps.flatMap(({ questions }) => questions.map(({ name }) => name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = answers[name];
      if (typeof value !== "string" || value.length > storableLength) return [];
      return [[name, value.replaceAll("\u0000", "").toWellFormed()]];
    }),
  );
}
