import type { Database } from "../database/database.ts";
import { isRowId } from "../photos/own-photo.server.ts";
import { pictureOf, type Picture } from "../photos/picture.ts";
import type { Tool } from "./tool.ts";

/** A run through a tool that has not been paid for: its photo, and which attempt the next press would be. */
export interface Draft {
  id: string;
  photoId: string;
  photoName: string;
  photoBytes: number;
  picture: Picture;
  /**
   * Names the next press of the button: the same until an attempt has failed, so that a double press, a second tab or
   * a retry after a lost answer is the same request.
   */
  idempotencyKey: string;
  /** The transformation this draft became, running or completed; null while there is none, or only failed ones. */
  startedId: string | null;
}

/** Starts a run with an uploaded photo. Returns the draft's id. */
export async function startDraft(database: Database, memberId: string, tool: Tool, photoId: string): Promise<string> {
  const draft = await database.asMember(memberId, (sql) =>
    sql
      .insertInto("drafts")
      .values({ user_id: memberId, tool: tool.id, photo_id: photoId })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return draft.id;
}

/** The member's own draft of this tool; null when there is none, or its photo is gone. */
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
      .innerJoin("photos as p", "p.id", "d.photo_id")
      .select(["d.id", "p.id as photo_id", "p.file_name", "p.bytes", "p.width", "p.height", "p.placeholder"])
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
    photoId: row.photo_id,
    photoName: row.file_name,
    photoBytes: row.bytes,
    picture: pictureOf({ ...row, id: row.photo_id }),
    idempotencyKey: `${row.id}.${row.failed ?? 0}`,
    startedId: row.started_id,
  };
}
