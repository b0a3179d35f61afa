import type { Database } from "../server/database/database.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A member's own photo by id; undefined when there is none, it is someone else's, or the id is not one. */
export async function ownPhoto(database: Database, memberId: string, photoId: string) {
  if (!uuid.test(photoId)) return undefined;
  return database.asMember(memberId, (sql) =>
    sql.selectFrom("photos").selectAll().where("id", "=", photoId).where("user_id", "=", memberId).executeTakeFirst(),
  );
}

/** True for what can be the id of a row; anything else is answered like an id of nobody's. */
export const isRowId = (id: string | null): id is string => id !== null && uuid.test(id);
