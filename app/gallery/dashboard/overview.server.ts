import { sql as raw } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Database } from "../../server/database/database.ts";
import { historyEntry, newestFirst, type HistoryEntry } from "../gallery-query.server.ts";

/** docs/product/specification.md, "Dashboard". */
const recentShown = 3;

const presetsShown = 6;

export interface Overview {
  displayName: string | null;
  gems: number;
  totalEnhanced: number;
  thisMonth: number;
  recent: HistoryEntry[];
  presets: { id: string; name: string; tool: string }[];
}

/** One statement; null for a session whose account was deleted. */
export async function readOverview(database: Database, memberId: string, monthStart: Date): Promise<Overview | null> {
  const row = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("profiles")
      .select((eb) => [
        "display_name",
        "coins",
        "total_transformations",
        eb
          .selectFrom("transformations as t")
          .select(raw<number>`count(*)::integer`.as("count"))
          .where("t.user_id", "=", memberId)
          .where("t.created_at", ">=", monthStart)
          .as("this_month"),
        jsonArrayFrom(newestFirst(sql, memberId).limit(recentShown)).as("recent"),
        jsonArrayFrom(
          eb
            .selectFrom("presets as p")
            .select(["p.id", "p.name", "p.tool"])
            .where("p.user_id", "=", memberId)
            .orderBy("p.created_at", "desc")
            .limit(presetsShown),
        ).as("presets"),
      ])
      .where("user_id", "=", memberId)
      .executeTakeFirst(),
  );
  if (!row) return null;
  return {
    displayName: row.display_name,
    gems: row.coins,
    totalEnhanced: row.total_transformations,
    thisMonth: row.this_month ?? 0,
    recent: row.recent.map(historyEntry),
    presets: row.presets,
  };
}
