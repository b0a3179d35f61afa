import { sql as raw } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { encodeCursor, type PageCursor } from "../server/database/page-cursor.ts";
import type { Database } from "../server/database/database.ts";
import { everything, isFiltered, type GalleryFilter } from "./gallery-address.ts";
import { historyEntry, newestFirst, passes, type HistoryEntry } from "./gallery-query.server.ts";

export const galleryPageSize = 24;

export interface GalleryPage {
  entries: HistoryEntry[];
  total: number;
  owned: number;
  /** Null on the last page. */
  next: string | null;
}

/**
 * One page in one statement, at constant cost: the profile holds the total, and only a filter
 * counts rows.
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
        // One extra row shows whether a next page exists.
        jsonArrayFrom(newestFirst(sql, memberId, before, filter).limit(galleryPageSize + 1)).as("rows"),
      ])
      .executeTakeFirstOrThrow(),
  );
  const shown = row.rows.slice(0, galleryPageSize);
  const last = shown.at(-1);
  const owned = row.kept ?? 0;
  return {
    entries: shown.map(historyEntry),
    total: row.matches ?? owned,
    owned,
    next: last && row.rows.length > shown.length ? encodeCursor(last) : null,
  };
}
