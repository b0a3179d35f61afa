import type { Database } from "../server/database/database.ts";

export type TakeDownAnswer = { ok: true; links: number } | { ok: false; problem: "unknown" | "already-taken-down" };

/**
 * Support's decision about a reported picture: every link to this result dies, revoked ones included, so that its
 * owner cannot share it again. `links` is how many had led to it.
 */
export async function takeDownShare(database: Database, token: string): Promise<TakeDownAnswer> {
  return database.asService(async (sql) => {
    const share = await sql
      .selectFrom("shares")
      .select("transformation_id")
      .where("token", "=", token)
      .executeTakeFirst();
    if (!share) return { ok: false, problem: "unknown" };
    // A press of Share Link that is under way comes before or after, not in between.
    await sql
      .selectFrom("transformations")
      .select("id")
      .where("id", "=", share.transformation_id)
      .forNoKeyUpdate()
      .execute();
    const taken = await sql
      .updateTable("shares")
      .set((eb) => ({ taken_down_at: eb.fn<Date>("now") }))
      .where("transformation_id", "=", share.transformation_id)
      .where("taken_down_at", "is", null)
      .returning("id")
      .execute();
    return taken.length ? { ok: true, links: taken.length } : { ok: false, problem: "already-taken-down" };
  });
}
