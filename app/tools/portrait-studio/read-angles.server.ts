import type { Services } from "../../services.ts";

export interface Angles {
  /** The one that is being made: one at a time. */
  runningId: string | null;
  /** Names the next press for an angle: the same until an angle has come of it, whatever was deleted meanwhile. */
  nextKey: string;
  /** Of the presses before, which a page may still hold. */
  usedKeys: string[];
}

/** The other angles the member has asked for of a finished portrait. */
export async function readAngles(database: Services["database"], memberId: string, parentId: string): Promise<Angles> {
  const rows = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformations")
      .select(["id", "status", "idempotency_key"])
      .where("user_id", "=", memberId)
      .where("parent_id", "=", parentId)
      .orderBy("created_at", "desc")
      .execute(),
  );
  return {
    runningId: rows.find(({ status }) => status === "processing")?.id ?? null,
    nextKey: `${parentId}.${rows[0]?.id ?? 0}`,
    usedKeys: rows.map((row) => row.idempotency_key),
  };
}
