import type { Database } from "../../server/database/database.ts";

export async function readNoticesSetting(database: Database, memberId: string): Promise<boolean> {
  const profile = await database.asMember(memberId, (sql) =>
    sql.selectFrom("profiles").select("wants_done_notices").where("user_id", "=", memberId).executeTakeFirst(),
  );
  return profile?.wants_done_notices ?? true;
}

export async function saveNoticesSetting(database: Database, memberId: string, enabled: boolean): Promise<void> {
  await database.asMember(memberId, (sql) =>
    sql.updateTable("profiles").set({ wants_done_notices: enabled }).where("user_id", "=", memberId).execute(),
  );
}
