import type { Picture } from "../photos/picture.ts";
import { downloadLink } from "../transformations/read-transformation.server.ts";
import { neededNothing } from "../transformations/ending/failures.ts";
import type { Calendar } from "../ui/dates.ts";
import { failureText } from "../tools/runs/failure-messages.ts";
import type { HistoryEntry } from "./gallery-query.server.ts";
import { isToolId, toolList } from "../tools/tool-list.ts";
import type { Database } from "../server/database/database.ts";
import { isRowId } from "../photos/own-photo.server.ts";

export interface GalleryItem {
  id: string;
  name: string;
  /** Heading of its day: "Today", "22 Nov". */
  day: string;
  time: string;
  /** "20 Nov, 20:14 · 1 gem". */
  facts: string;
  status: HistoryEntry["status"];
  progress: number;
  /** No result, because the photo needed no change. */
  neededNothing: boolean;
  cancelled: boolean;
  /** The failure and the gem's state; null when completed. */
  remark: string | null;
  picture: Picture | null;
  path: string | null;
  download: string | null;
}

export function galleryItem(entry: HistoryEntry, calendar: Calendar): GalleryItem {
  const { id, name, status, progress, picture, gemsUsed, result } = entry;
  return {
    id,
    name,
    day: calendar.day(entry.createdAt),
    time: calendar.clock(entry.createdAt),
    facts: `${calendar.date(entry.createdAt)}, ${calendar.clock(entry.createdAt)} · ${gemsUsed} ${gemsUsed === 1 ? "gem" : "gems"}`,
    status,
    progress,
    neededNothing: neededNothing(entry.failure),
    cancelled: entry.failure === "cancelled",
    remark: remarkOn(entry, calendar),
    picture,
    path: transformationPath(entry),
    download: result && downloadLink(result, name, "gallery-download"),
  };
}

function remarkOn(entry: HistoryEntry, calendar: Calendar): string | null {
  const { tool, status, failure, gemsUsed, originalDeletedAt } = entry;
  if (status === "processing") return "Your gem is held until it is done.";
  if (status === "completed" || !failure) return null;
  return [
    sentence(failureText(tool, failure)),
    ...(gemsUsed === 0 && !neededNothing(failure) ? ["Your gem was returned."] : []),
    ...(originalDeletedAt ? [`Its photo was deleted on ${calendar.date(originalDeletedAt)}, as promised.`] : []),
  ].join(" ");
}

const sentence = (text: string) => (text.endsWith(".") ? text : `${text}.`);

/** Returns null if its tool no longer exists. */
export function transformationPath({ tool, id }: { tool: string; id: string }): string | null {
  return isToolId(tool) ? `${toolList[tool].path}?job=${id}` : null;
}

/** Largest selection: the number that four pages show. */
export const maxSelected = 100;

/** Returns the row ids in request order, without duplicates. */
export const selectedIds = (form: Pick<FormData, "getAll">): string[] =>
  [...new Set(form.getAll("id").map(String))].filter(isRowId);

/** Reads the member's own rows among `ids`, newest first; a deleted result has no photo. */
export function readSelected(database: Database, memberId: string, ids: string[]) {
  if (!ids.length) return [];
  return database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformations as t")
      .leftJoin("photos as r", (join) => join.onRef("r.id", "=", "t.result_photo_id").on("t.status", "=", "completed"))
      .select(["t.id", "t.original_name as name", "t.status"])
      .select(["r.id as photo_id", "r.public_id", "r.renaming_to", "r.bytes", "r.mime_type", "r.created_at"])
      .where("t.user_id", "=", memberId)
      .where("t.id", "in", ids.slice(0, maxSelected))
      .orderBy("t.created_at", "desc")
      .orderBy("t.id", "desc")
      .execute(),
  );
}
