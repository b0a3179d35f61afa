import type { Transaction } from "kysely";
import type { DB } from "../../app/server/database/types.ts";
import { progressAt } from "../../app/transformations/progress.ts";
import type { TransformationQueue } from "../../app/transformations/running/transformation-queue.ts";

/**
 * Lets everything that was waiting or being made wait again, in its old order: the queue itself does not travel. What had
 * begun has not begun here. Returns how many.
 */
export async function requeue(sql: Transaction<DB>, queue: TransformationQueue): Promise<number> {
  await sql
    .updateTable("transformations")
    .set({ started_at: null, progress: progressAt.held })
    .where("status", "=", "processing")
    .where("started_at", "is not", null)
    .execute();
  const waiting = await sql
    .selectFrom("transformations")
    .select(["id", "user_id"])
    .where("status", "=", "processing")
    .orderBy("turn")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  for (const { id, user_id: memberId } of waiting) await queue.add(sql, { transformationId: id, memberId });
  return waiting.length;
}
