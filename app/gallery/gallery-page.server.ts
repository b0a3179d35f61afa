import { sql as raw } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { encodeCursor, type PageCursor } from "../database/page-cursor.ts";
import type { Database } from "../database/database.ts";
import { historyEntry, newestFirst, type HistoryEntry } from "./history.server.ts";

/** Transformations on one page of the gallery. */
export const galleryPageSize = 24;

export interface GalleryPage {
  entries: HistoryEntry[];
  /** Transformations the member has in all. */
  total: number;
  /** Where the next page begins; null on the last one. */
  next: string | null;
}

/** One page of the member's gallery, in one statement. A page deep in the past costs what the first one does. */
export async function readGalleryPage(
  database: Database,
  memberId: string,
  before: PageCursor | null,
): Promise<GalleryPage> {
  const { rows, total } = await database.asMember(memberId, (sql) =>
    sql
      .selectNoFrom((eb) => [
        eb
          .selectFrom("transformations as t")
          .select(raw<number>`count(*)::integer`.as("count"))
          .where("t.user_id", "=", memberId)
          .as("total"),
        // One more than shown tells whether a next page exists.
        jsonArrayFrom(newestFirst(sql, memberId, before).limit(galleryPageSize + 1)).as("rows"),
      ])
      .executeTakeFirstOrThrow(),
  );
  const shown = rows.slice(0, galleryPageSize);
  const last = shown.at(-1);
  return {
    entries: shown.map(historyEntry),
    total: total ?? 0,
    next: last && rows.length > shown.length ? encodeCursor(last) : null,
  };
}
