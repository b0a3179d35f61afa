import { sql as text } from "kysely";
import type { Sql } from "../../server/database/database.ts";
import { longerThanSeconds, unseenForSeconds } from "./limits.ts";

/** Last step of the transaction that ends a transformation: adds a notice if it took long and its owner is away. */
export async function addNotice(sql: Sql, transformationId: string): Promise<void> {
  await text`select public.note_end(${transformationId}::uuid, ${longerThanSeconds}::integer, ${unseenForSeconds}::integer)`.execute(
    sql,
  );
}

/** Removes the notice when its owner cancels or deletes the transformation: the member is present. */
export async function removeNotice(sql: Sql, transformationId: string): Promise<void> {
  await sql
    .deleteFrom("done_notices")
    .where("batch_id", "=", (row) =>
      row.selectFrom("transformations").select("batch_id").where("id", "=", transformationId),
    )
    .execute();
}
