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

type TakeDownAnswer = { ok: true; links: number } | { ok: false; problem: "unknown" | "already-taken-down" };

/**
 * Support's decision: ends every link to the result and prevents new ones. `links` counts those
 * that were live.
 */
export async function takeDownShare(database: Database, token: string): Promise<TakeDownAnswer> {
  return database.asService(async (sql) => {
    const share = await sql
      .selectFrom("shares")
      .select("transformation_id")
      .where("token", "=", token)
      .executeTakeFirst();
    if (!share) return { ok: false, problem: "unknown" };
    // Serializes with a concurrent Share Link request.
    await sql
      .selectFrom("transformations")
      .select("id")
      .where("id", "=", share.transformation_id)
      .forNoKeyUpdate()
      .execute();
    const takenDown = await sql
      .updateTable("shares")
      .set((eb) => ({ taken_down_at: eb.fn<Date>("now") }))
      .where("transformation_id", "=", share.transformation_id)
      .where("taken_down_at", "is", null)
      .returning("id")
      .execute();
    return takenDown.length ? { ok: true, links: takenDown.length } : { ok: false, problem: "already-taken-down" };
  });
}
