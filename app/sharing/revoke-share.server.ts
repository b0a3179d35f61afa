import type { Database } from "../server/database/database.ts";
import { isRowId } from "../photos/own-photo.server.ts";

/** Idempotent; false for another member's link. */
export async function revokeShare(database: Database, memberId: string, shareId: string): Promise<boolean> {
  if (!isRowId(shareId)) return false;
  const own = await database.asMember(memberId, (sql) =>
    sql.selectFrom("shares").select("id").where("id", "=", shareId).where("user_id", "=", memberId).executeTakeFirst(),
  );
  if (!own) return false;
  return database.asService(async (sql) => {
    const share = await sql
      .updateTable("shares")
      .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.fn<Date>("now")) }))
      .where("id", "=", shareId)
      .where("user_id", "=", memberId)
      .where("taken_down_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    return share !== undefined;
  });
}
