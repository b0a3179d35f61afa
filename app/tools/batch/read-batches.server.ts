import { sql as raw } from "kysely";
import { cursorTime, encodeCursor, type PageCursor } from "../../server/database/page-cursor.ts";
import type { Database } from "../../server/database/database.ts";

/** Batches on one page of the list. */
const pageSize = 24;

export interface ListedBatch {
  id: string;
  tool: string;
  createdAt: Date;
  /** In all, finished and in work. */
  photos: number;
  done: number;
  processing: number;
}

/** Newest first, without emptied batches; `next` is the next page's cursor. */
export async function readBatches(
  database: Database,
  memberId: string,
  before: PageCursor | null,
): Promise<{ batches: ListedBatch[]; next: string | null }> {
  const rows = await database.asMember(memberId, (sql) => {
    const query = sql
      .selectFrom("batches as b")
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom("transformations as t")
            .select((each) => [
              each.fn.count<string>("t.batch_position").distinct().as("photos"),
              each.fn.count<string>("t.id").filterWhere("t.status", "=", "completed").as("done"),
              each.fn.count<string>("t.id").filterWhere("t.status", "=", "processing").as("processing"),
            ])
            .whereRef("t.batch_id", "=", "b.id")
            .as("made"),
        (join) => join.onTrue(),
      )
      .select(["b.id", "b.tool", "made.photos", "made.done", "made.processing"])
      .select(raw<string>`(extract(epoch from b.created_at) * 1000000)::bigint::text`.as("micros"))
      .where("b.user_id", "=", memberId)
      .where("made.photos", ">", "0")
      .orderBy("b.created_at", "desc")
      .orderBy("b.id", "desc")
      // One more than shown reveals a next page.
      .limit(pageSize + 1);
    if (!before) return query.execute();
    return query
      .where(raw<boolean>`(b.created_at, b.id) < (${cursorTime(before)}::timestamptz, ${before.id}::uuid)`)
      .execute();
  });
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    batches: page.map((row) => ({
      id: row.id,
      tool: row.tool,
      createdAt: new Date(Number(row.micros) / 1000),
      photos: Number(row.photos),
      done: Number(row.done),
      processing: Number(row.processing),
    })),
    next: last && rows.length > page.length ? encodeCursor(last) : null,
  };
}
