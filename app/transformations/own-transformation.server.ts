import type { Database } from "../server/database/database.ts";

export async function isOwnTransformation(database: Database, memberId: string, id: string): Promise<boolean> {
  const own = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformations")
      .select("id")
      .where("id", "=", id)
      .where("user_id", "=", memberId)
      .executeTakeFirst(),
  );
  return own !== undefined;
}
