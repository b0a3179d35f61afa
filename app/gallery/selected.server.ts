import type { Database } from "../server/database/database.ts";
import { isRowId } from "../photos/own-photo.server.ts";

/** At once; as many as four pages show. */
export const maxSelected = 100;

/** Row ids in the order sent, each once. */
export const selectedIds = (form: Pick<FormData, "getAll">): string[] =>
  [...new Set(form.getAll("id").map(String))].filter(isRowId);

/** The member's own among `ids`, newest first; a result that was deleted has no photo. */
export function readSelected(database: Database, memberId: string, ids: string[]) {
  if (!ids.length) return [];
  return database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformations as t")
      .leftJoin("photos as r", (join) => join.onRef("r.id", "=", "t.result_photo_id").on("t.status", "=", "completed"))
      .select(["t.id", "t.original_name as name", "t.status"])
      .select(["r.id as photo_id", "r.public_id", "r.renaming_to", "r.bytes", "r.mime_type", "r.created_at"])
      .where("t.user_id", "=", memberId)
      .where("t.id", "in", ids.slice(0, maxSelected))
      .orderBy("t.created_at", "desc")
      .orderBy("t.id", "desc")
      .execute(),
  );
}
