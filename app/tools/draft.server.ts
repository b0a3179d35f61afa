import type { Database } from "../database/database.ts";
import { isRowId, ownPhoto } from "../photos/own-photo.server.ts";
import { pictureOf, type Picture } from "../photos/picture.ts";
import { maxTextLength } from "./answers.ts";
import type { Answers, Tool } from "./tool.ts";

/** A run through a tool that has not been paid for: its photo, the answers so far, and which attempt comes next. */
export interface Draft {
  id: string;
  /** Null while it has not arrived. */
  photo: { id: string; name: string; bytes: number; picture: Picture } | null;
  answers: Answers;
  /**
   * Names the next press of the button: the same until an attempt has failed, so that a double press, a second tab or
   * a retry after a lost answer is the same request.
   */
  idempotencyKey: string;
  /** The transformation this draft became, running or completed; null while there is none, or only failed ones. */
  startedId: string | null;
}

/** Starts a run. Returns the draft's id. */
export async function startDraft(
  database: Database,
  memberId: string,
  tool: Tool,
  { photoId, answers }: { photoId: string; answers: Answers },
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
 * yet. Repeating it changes nothing. False for an id that is taken, by somebody else or for another tool, and for
 * somebody else's photo.
 */
export async function saveRun(
  database: Database,
  memberId: string,
  tool: Tool,
  { draftId, answers, photoId }: { draftId: string; answers: Answers; photoId?: string | null },
): Promise<boolean> {
  if (photoId && !(await ownPhoto(database, memberId, photoId))) return false;
  const photo = photoId ? { photo_id: photoId } : {};
  const kept = JSON.stringify(keepable(tool, answers));
  return database.asMember(memberId, async (sql) => {
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
}

/** Gives a run its photo, or another one. False when it is not this member's, or none. */
export async function attachPhoto(
  database: Database,
  memberId: string,
  draftId: string | null,
  photoId: string,
): Promise<boolean> {
  if (!isRowId(draftId)) return false;
  const attached = await database.asMember(memberId, (sql) =>
    sql
      .updateTable("drafts")
      .set({ photo_id: photoId, updated_at: new Date() })
      .where("id", "=", draftId)
      .where("user_id", "=", memberId)
      .executeTakeFirst(),
  );
  return attached.numUpdatedRows > 0;
}

/** Forgets a run; its photo is swept later if nothing else uses it. */
export async function dropDraft(database: Database, memberId: string, draftId: string): Promise<void> {
  await database.asMember(memberId, (sql) =>
    sql.deleteFrom("drafts").where("id", "=", draftId).where("user_id", "=", memberId).execute(),
  );
}

/** The member's own draft of this tool; null when there is none. */
export async function readDraft(
  database: Database,
  memberId: string,
  tool: Tool,
  id: string | null,
): Promise<Draft | null> {
  if (!isRowId(id)) return null;
  const row = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("drafts as d")
      .leftJoin("photos as p", "p.id", "d.photo_id")
      .select([
        "d.id",
        "d.answers",
        "p.id as photo_id",
        "p.file_name",
        "p.bytes",
        "p.width",
        "p.height",
        "p.placeholder",
        "p.mime_type",
      ])
      .select((eb) =>
        eb
          .selectFrom("transformations as t")
          .select((count) => count.fn.countAll<string>().as("failed"))
          .whereRef("t.draft_id", "=", "d.id")
          .where("t.status", "=", "failed")
          .as("failed"),
      )
      .select((eb) =>
        eb
          .selectFrom("transformations as t")
          .select("t.id")
          .whereRef("t.draft_id", "=", "d.id")
          .where("t.status", "<>", "failed")
          .orderBy("t.created_at", "desc")
          .limit(1)
          .as("started_id"),
      )
      .where("d.id", "=", id)
      .where("d.user_id", "=", memberId)
      .where("d.tool", "=", tool.id)
      .executeTakeFirst(),
  );
  if (!row) return null;
  return {
    id: row.id,
    photo: photoOf(row),
    answers: keepable(tool, row.answers as Answers),
    idempotencyKey: `${row.id}.${row.failed ?? 0}`,
    startedId: row.started_id,
  };
}

/** Only answers to this tool's questions, and none longer than a page lets anyone write. */
function keepable(tool: Tool, answers: Answers): Answers {
  const names = tool.steps.flatMap(({ questions }) => questions.map(({ name }) => name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = answers[name];
      return typeof value === "string" && value.length <= maxTextLength ? [[name, value]] : [];
    }),
  );
}

function photoOf(row: {
  photo_id: string | null;
  file_name: string | null;
  bytes: number | null;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  mime_type: string | null;
}): Draft["photo"] {
  const { photo_id: id, file_name: name, bytes, width, height, placeholder, mime_type } = row;
  if (!id || name === null || bytes === null || !width || !height || placeholder === null) return null;
  return { id, name, bytes, picture: pictureOf({ id, width, height, placeholder, mime_type }) };
}
