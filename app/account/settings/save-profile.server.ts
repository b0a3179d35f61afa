import type { Member } from "../identity.ts";
import type { Database } from "../../server/database/database.ts";
import { retainsOriginals } from "../../photos/retention/originals-setting.server.ts";

/** What the settings' first tab shows of a member. */
export async function readProfile(database: Database, member: Member) {
  return {
    email: member.email,
    displayName: await readDisplayName(database, member),
    keepsOriginals: await retainsOriginals(database, member.id),
  };
}

/** The name as the member last saved it; their email address where they never did. */
export async function readDisplayName(database: Database, member: Member): Promise<string> {
  const profile = await database.asMember(member.id, (sql) =>
    sql.selectFrom("profiles").select("display_name").where("user_id", "=", member.id).executeTakeFirst(),
  );
  return profile?.display_name || member.email;
}

/**
 * Saves the display name, at most 200 characters; an empty one saves the email address instead
 * (docs/product/specification.md, "Validation").
 */
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
