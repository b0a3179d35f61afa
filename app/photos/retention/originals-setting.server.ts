import type { Database } from "../../server/database/database.ts";

export async function retainsOriginals(database: Database, memberId: string): Promise<boolean> {
  const profile = await database.asMember(memberId, (sql) =>
    sql.selectFrom("profiles").select("keep_originals").where("user_id", "=", memberId).executeTakeFirst(),
  );
  return profile?.keep_originals ?? false;
}

/** Saves it; turning it off restarts the days. False for a deleted account. */
export async function saveOriginalsSetting(database: Database, memberId: string, retain: boolean): Promise<boolean> {
  const saved = await database.asMember(memberId, (sql) =>
    sql.updateTable("profiles").set({ keep_originals: retain }).where("user_id", "=", memberId).executeTakeFirst(),
  );
  return saved.numUpdatedRows > 0;
}
