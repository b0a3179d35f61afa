import type { HistoryEntry } from "../gallery-query.server.ts";
import { transformationPath } from "../transformation-path.ts";
import type { Picture } from "../../photos/picture.ts";
import { neededNothing } from "../../transformations/ending/failures.ts";
import { relativeTime } from "../../ui/dates/date-relative.ts";
import { shortName } from "./short-name.ts";

export interface RecentItem {
  id: string;
  name: string;
  shortName: string;
  /** The age, and where a failed one's gem is. */
  remark: string;
  status: HistoryEntry["status"];
  /** No result, because the photo needed no change. */
  neededNothing: boolean;
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
