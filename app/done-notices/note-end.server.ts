import { sql as text } from "kysely";
import type { Sql } from "../database/database.ts";
import { longerThanSeconds, unseenForSeconds } from "./when-to-tell.ts";

/**
 * In the transaction that ends a transformation, last of all: notes that its owner is to be told, if it took long and
 * they are not looking. mail-done-notices.server.ts sends it.
 */
export async function noteEnd(sql: Sql, transformationId: string): Promise<void> {
  await text`select public.note_end(${transformationId}::uuid, ${longerThanSeconds}::integer, ${unseenForSeconds}::integer)`.execute(
    sql,
  );
}
