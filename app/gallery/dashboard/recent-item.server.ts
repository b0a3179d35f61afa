import type { HistoryEntry } from "../gallery-query.server.ts";
import { transformationPath } from "../transformation-path.ts";
import type { Picture } from "../../photos/picture.ts";
import { neededNothing } from "../../transformations/ending/failures.ts";
import { relativeTime } from "../../ui/dates/date-relative.ts";
import { shortName } from "./short-name.ts";

/** One line of Recent Activity, in words. */
export interface RecentItem {
  id: string;
  name: string;
  /** The name as shown; the same as `name` unless it is too long. */
  shortName: string;
  /** How long ago, and for a failed one where its gem is. */
  remark: string;
  status: HistoryEntry["status"];
  /** It ended without a result because the photo needed nothing. */
  neededNothing: boolean;
  /** Percent. */
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
    progress,
    picture,
    path: transformationPath(entry),
  };
}

function remarkOn({ status, failure, gemsUsed }: HistoryEntry, when: string): string {
  if (status !== "failed" || gemsUsed > 0) return when;
  return `${when}. ${neededNothing(failure) ? "Nothing was charged." : "Your gem was returned."}`;
}
