import type { Member } from "../identity.ts";
import type { Database } from "../../server/database/database.ts";

export async function readProfile(database: Database, member: Member) {
  return {
    email: member.email,
    displayName: await readDisplayName(database, member),
    keepsOriginals: await retainsOriginals(database, member.id),
  };
}

export async function readDisplayName(database: Database, member: Member): Promise<string> {
  const profile = await database.asMember(member.id, (sql) =>
    sql.selectFrom("profiles").select("display_name").where("user_id", "=", member.id).executeTakeFirst(),
  );
  return profile?.display_name || member.email;
}

/** Saves up to 200 characters; for an empty name, the email address instead. */
export async function saveDisplayName(
  database: Database,
  member: Member,
  displayName: string,
): Promise<{ ok: true } | { ok: false; problem: "account-gone" }> {
  const saved = await database.asMember(member.id, (sql) =>
    sql
      .updateTable("profiles")
      .set({ display_name: displayName || member.email.slice(0, 200) })
      .where("user_id", "=", member.id)
      .executeTakeFirst(),
  );
  return saved.numUpdatedRows ? { ok: true } : { ok: false, problem: "account-gone" };
}

export async function retainsOriginals(database: Database, memberId: string): Promise<boolean> {
  const profile = await database.asMember(memberId, (sql) =>
    sql.selectFrom("profiles").select("keep_originals").where("user_id", "=", memberId).executeTakeFirst(),
  );
  return profile?.keep_originals ?? false;
}

/** Saves the setting; turning it off restarts the retention days. False for a deleted account. */
export async function saveOriginalsSetting(database: Database, memberId: string, retain: boolean): Promise<boolean> {
  const saved = await database.asMember(memberId, (sql) =>
    sql.updateTable("profiles").set({ keep_originals: retain }).where("user_id", "=", memberId).executeTakeFirst(),
  );
  return saved.numUpdatedRows > 0;
}
