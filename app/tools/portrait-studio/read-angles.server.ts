import type { Database } from "../../server/database/database.ts";

export interface Angles {
  /** Only one runs at a time. */
  runningId: string | null;
  /** Key of the next request; it changes only after a new angle. */
  nextKey: string;
  /** Keys that an older page may still send. */
  usedKeys: string[];
}

export async function readAngles(database: Database, memberId: string, parentId: string): Promise<Angles> {
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
