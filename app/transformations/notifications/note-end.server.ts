import { sql as text } from "kysely";
import type { Sql } from "../../server/database/database.ts";
import { longerThanSeconds, unseenForSeconds } from "./limits.ts";

/**
 * In the transaction that ends a transformation, last of all: notes that its owner is to be told, if it took long and
 * they are not looking. mail-done-notices.server.ts sends it.
 */
export async function noteEnd(sql: Sql, transformationId: string): Promise<void> {
  await text`select public.note_end(${transformationId}::uuid, ${longerThanSeconds}::integer, ${unseenForSeconds}::integer)`.execute(
    sql,
  );
}

/**
 * In the transaction in which its owner cancels or deletes a running transformation: they know of it, and they are here,
 * so they need no mail either of what ended before in the same batch. A later end in it is told again.
 */
export async function noteOwnAct(sql: Sql, transformationId: string): Promise<void> {
  await sql
    .deleteFrom("done_notices")
    .where("batch_id", "=", (row) =>
      row.selectFrom("transformations").select("batch_id").where("id", "=", transformationId),
    )
    .execute();
}
