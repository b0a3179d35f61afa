import { sql as raw } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { encodeCursor, type PageCursor } from "../server/database/page-cursor.ts";
import type { Database } from "../server/database/database.ts";
import { everything, isFiltered, type GalleryFilter } from "./gallery-filter.ts";
import { historyEntry, newestFirst, passes, type HistoryEntry } from "./gallery-query.server.ts";

/** Transformations on one page of the gallery. */
export const galleryPageSize = 24;

export interface GalleryPage {
  entries: HistoryEntry[];
  /** Transformations the filter lets through; without one, all of the member's. */
  total: number;
  /** Transformations the member has in all. */
  kept: number;
  /** Where the next page begins; null on the last one. */
  next: string | null;
}

/**
 * One page of the member's gallery, in one statement. A page deep in the past costs what the first one does; the whole
 * number is kept with the profile, and rows are counted only where a filter leaves some out.
 */
export async function readGalleryPage(
  database: Database,
  memberId: string,
  before: PageCursor | null,
  filter: GalleryFilter = everything,
): Promise<GalleryPage> {
  const row = await database.asMember(memberId, (sql) =>
    sql
      .selectNoFrom((eb) => [
        eb.selectFrom("profiles").select("kept_transformations").where("profiles.user_id", "=", memberId).as("kept"),
        (isFiltered(filter)
          ? eb
              .selectFrom("transformations as t")
              .select(raw<number>`count(*)::integer`.as("count"))
              .where("t.user_id", "=", memberId)
              .where(passes(filter))
          : eb.lit(null).$castTo<number | null>()
        ).as("matches"),
        // One more than shown tells whether a next page exists.
        jsonArrayFrom(newestFirst(sql, memberId, before, filter).limit(galleryPageSize + 1)).as("rows"),
      ])
      .executeTakeFirstOrThrow(),
  );
  const shown = row.rows.slice(0, galleryPageSize);
  const last = shown.at(-1);
  const kept = row.kept ?? 0;
  return {
    entries: shown.map(historyEntry),
    total: row.matches ?? kept,
    kept,
    next: last && row.rows.length > shown.length ? encodeCursor(last) : null,
  };
}
