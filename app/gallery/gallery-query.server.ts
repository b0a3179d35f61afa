import { sql as raw } from "kysely";
import { cursorTime, type PageCursor } from "../server/database/page-cursor.ts";
import type { Sql } from "../server/database/database.ts";
import { pictureOf, type Picture } from "../photos/picture.ts";
import type { Failure } from "../transformations/ending/failures.ts";
import { everything, type GalleryFilter } from "./gallery-address.ts";

export interface HistoryEntry {
  id: string;
  tool: string;
  name: string;
  status: "processing" | "completed" | "failed";
  progress: number;
  gemsUsed: number;
  failure: Failure | null;
  createdAt: Date;
  originalDeletedAt: Date | null;
  /** The result, or the original until then; null if the image was deleted. */
  picture: Picture | null;
  result: { url: string; mimeType: string } | null;
}

export type HistoryRow = Awaited<ReturnType<ReturnType<typeof newestFirst>["execute"]>>[number];

/**
 * Newest first, with one image each. Uses the indexes transformations_by_owner and transformations_by_owner_and_tool;
 * a search uses transformations_by_name, and `limit` bounds it. Times are microseconds since 1970 as digits, since JSON
 * and Date lose precision.
 */
export function newestFirst(
  sql: Sql,
  memberId: string,
  limit: number,
  before: PageCursor | null = null,
  { search, tool }: GalleryFilter = everything,
) {
  const query = sql
    .selectFrom("transformations as t")
    .leftJoinLateral(
      // The limit keeps this an index look-up per row instead of a scan of all photos.
      (eb) =>
        eb
          .selectFrom("photos")
          .select(["photos.id", "width", "height", "placeholder", "mime_type"])
          .where(
            raw<boolean>`photos.id = case t.status when 'completed' then t.result_photo_id else t.original_photo_id end`,
          )
          .limit(1)
          .as("p"),
      (join) => join.onTrue(),
    )
    .select(["t.id", "t.tool", "t.original_name", "t.status", "t.progress", "t.coins_used", "t.failure"])
    .select(["p.id as photo_id", "p.width", "p.height", "p.placeholder", "p.mime_type"])
    .select(raw<string>`(extract(epoch from t.created_at) * 1000000)::bigint::text`.as("micros"))
    .select(raw<string | null>`(extract(epoch from t.original_deleted_at) * 1000)::bigint::text`.as("deleted_ms"))
    .where("t.user_id", "=", memberId)
    .orderBy("t.created_at", "desc")
    .orderBy("t.id", "desc")
    .limit(limit);
  if (search) return query.where(raw<boolean>`t.id = any(array(select ${found({ search, tool }, limit, before)}))`);
  const ofTool = tool ? query.where("t.tool", "=", tool) : query;
  return before
    ? ofTool.where(raw<boolean>`(t.created_at, t.id) < (${cursorTime(before)}::timestamptz, ${before.id}::uuid)`)
    : ofTool;
}

/** Selects the ids of at most `limit` matches, newest first. */
export function found({ search, tool }: GalleryFilter, limit: number, before: PageCursor | null = null) {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const [at, id] = before ? [cursorTime(before), before.id] : [null, null];
  return raw<string>`public.search_transformations(${pattern}, ${tool || null}, ${at}::timestamptz, ${id}::uuid, ${limit})`;
}

export function historyEntry(row: HistoryRow): HistoryEntry {
  const { photo_id: photoId, width, height, placeholder, mime_type } = row;
  const picture =
    photoId && width && height && placeholder
      ? pictureOf({ id: photoId, width, height, placeholder, mime_type })
      : null;
  return {
    id: row.id,
    tool: row.tool,
    name: row.original_name,
    status: row.status as HistoryEntry["status"],
    progress: row.progress,
    gemsUsed: row.coins_used,
    failure: row.failure as Failure | null,
    createdAt: new Date(Number(row.micros) / 1000),
    originalDeletedAt: row.deleted_ms === null ? null : new Date(Number(row.deleted_ms)),
    picture,
    result:
      picture && row.status === "completed"
        ? { url: `/images/${photoId}/full`, mimeType: row.mime_type ?? "image/jpeg" }
        : null,
  };
}
