import type { Database } from "../server/database/database.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Undefined for an unknown, malformed or another member's id. */
export async function ownPhoto(database: Database, memberId: string, photoId: string) {
  if (!uuid.test(photoId)) return undefined;
  return database.asMember(memberId, (sql) =>
    sql.selectFrom("photos").selectAll().where("id", "=", photoId).where("user_id", "=", memberId).executeTakeFirst(),
  );
}

/** False for a malformed id, which PostgreSQL would reject with an error. */
export const isRowId = (id: string | null): id is string => id !== null && uuid.test(id);
