import { sql as raw } from "kysely";
import type { Database } from "../server/database/database.ts";
import { sharePath, type Share } from "./share.ts";

/** The live or taken-down link of a result; null when not shared. */
export async function readShare(
  { database, appUrl }: { database: Database; appUrl: string },
  memberId: string,
  transformationId: string,
): Promise<Share | null> {
  const row = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("shares")
      .select(["id", "token", "shows_original", "taken_down_at"])
      .where("user_id", "=", memberId)
      .where("transformation_id", "=", transformationId)
      .where(raw<boolean>`(revoked_at is null or taken_down_at is not null)`)
      .orderBy("created_at", "desc")
      .executeTakeFirst(),
  );
  return row ? shareOf(row, appUrl) : null;
}

interface ShareRow {
  id: string;
  token: string;
  shows_original: boolean;
  taken_down_at: unknown;
}

export function shareOf(row: ShareRow, appUrl: string): Share {
  return {
    id: row.id,
    url: appUrl + sharePath(row.token),
    showsOriginal: row.shows_original,
    takenDown: row.taken_down_at !== null,
  };
}
