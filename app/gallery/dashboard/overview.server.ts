import { sql as raw } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Database } from "../../server/database/database.ts";
import { historyEntry, newestFirst, type HistoryEntry } from "../gallery-query.server.ts";
import { transformationPath } from "../gallery-item.server.ts";
import type { Picture } from "../../photos/picture.ts";
import { neededNothing } from "../../transformations/ending/failures.ts";
import { type UnfinishedDraft, unfinishedDraft, unfinishedRows } from "../../tools/drafts/unfinished-draft.server.ts";
import { relativeTime } from "../../ui/dates.ts";

/** docs/product/specification.md, "Dashboard". */
const recentShown = 3;

const presetsShown = 6;

interface Overview {
  displayName: string | null;
  gems: number;
  totalEnhanced: number;
  thisMonth: number;
  recent: HistoryEntry[];
  presets: { id: string; name: string; tool: string }[];
  /** The requested draft, or the newest. */
  unfinished: UnfinishedDraft | null;
}

/** Reads the overview in one statement; null for a session whose account was deleted. */
export async function readOverview(
  database: Database,
  memberId: string,
  monthStart: Date,
  draftId: string | null = null,
): Promise<Overview | null> {
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
        jsonArrayFrom(newestFirst(sql, memberId, recentShown)).as("recent"),
        jsonArrayFrom(
          eb
            .selectFrom("presets as p")
            .select(["p.id", "p.name", "p.tool"])
            .where("p.user_id", "=", memberId)
            .orderBy("p.created_at", "desc")
            .limit(presetsShown),
        ).as("presets"),
        unfinishedRows(sql, memberId, draftId).as("unfinished"),
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
    unfinished: unfinishedDraft(row.unfinished[0]),
  };
}

export interface RecentItem {
  id: string;
  name: string;
  shortName: string;
  /** The age, and the gem's state after a failure. */
  remark: string;
  status: HistoryEntry["status"];
  /** No result, because the photo needed no change. */
  neededNothing: boolean;
  cancelled: boolean;
  progress: number;
  picture: Picture | null;
  path: string | null;
}

export function recentItem(entry: HistoryEntry, now: Date): RecentItem {
  const { id, name, status, progress, picture } = entry;
  const when = relativeTime(entry.createdAt, now);
  return {
    id,
    name,
    shortName: shortName(name),
    remark: remarkOn(entry, when),
    status,
    neededNothing: neededNothing(entry.failure),
    cancelled: entry.failure === "cancelled",
    progress,
    picture,
    path: transformationPath(entry),
  };
}

function remarkOn({ status, failure, gemsUsed }: HistoryEntry, when: string): string {
  if (status !== "failed" || gemsUsed > 0) return when;
  return `${when}. ${neededNothing(failure) ? "Nothing was charged." : "Your gem was returned."}`;
}

/** docs/product/specification.md, "Dashboard". */
const maxGraphemes = 12;

/** Counts grapheme clusters, so that no accent or emoji is cut in half. */
export function shortName(name: string): string {
  const characters = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(name)];
  const cut = characters[maxGraphemes];
  return cut ? `${name.slice(0, cut.index)}…` : name;
}
