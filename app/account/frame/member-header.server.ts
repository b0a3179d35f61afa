import type { Database } from "../../server/database/database.ts";
import type { Member } from "../identity.ts";

export interface MemberHeader {
  id: string;
  email: string;
  displayName: string;
  avatarUrl: string | null;
  gems: number;
}

/** Returns null for a session whose account was deleted. */
export async function readMemberHeader(database: Database, member: Member): Promise<MemberHeader | null> {
  const profile = await database.asMember(member.id, (sql) =>
    sql
      .selectFrom("profiles")
      .select(["display_name", "avatar_url", "coins"])
      .where("user_id", "=", member.id)
      .executeTakeFirst(),
  );
  if (!profile) return null;
  return {
    id: member.id,
    email: member.email,
    displayName: profile.display_name || member.email,
    avatarUrl: profile.avatar_url,
    gems: profile.coins,
  };
}
