import { sql as raw } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { encodeCursor, type PageCursor } from "../server/database/page-cursor.ts";
import type { Database } from "../server/database/database.ts";
import { everything, type GalleryFilter } from "./gallery-address.ts";
import { found, historyEntry, type HistoryEntry, newestFirst } from "./gallery-query.server.ts";
import { createCookie } from "react-router";

export const galleryPageSize = 24;

/** Limit of the count of matches, so that a large gallery costs no more than a small one. */
const mostCounted = 99;

export interface GalleryPage {
  entries: HistoryEntry[];
  total: number;
  uncounted: boolean;
  owned: number;
  next: string | null;
}

/**
 * Reads one page in one statement, at constant cost: the profile holds the total, and only a filter
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
        eb.selectFrom("profiles").select("kept_transformations").where("profiles.user_id", "=", memberId).as("owned"),
        counted(filter, memberId).as("matches"),
        // One extra row shows whether a next page exists.
        jsonArrayFrom(newestFirst(sql, memberId, galleryPageSize + 1, before, filter)).as("rows"),
      ])
      .executeTakeFirstOrThrow(),
  );
  const shown = row.rows.slice(0, galleryPageSize);
  const last = shown.at(-1);
  const owned = row.owned ?? 0;
  const uncounted = (row.matches ?? 0) > mostCounted;
  return {
    entries: shown.map(historyEntry),
    total: uncounted ? mostCounted : (row.matches ?? owned),
    uncounted,
    owned,
    next: last && row.rows.length > shown.length ? encodeCursor(last) : null,
  };
}

function counted(filter: GalleryFilter, memberId: string) {
  if (!filter.search && !filter.tool) return raw<number | null>`null::integer`;
  const most = mostCounted + 1;
  const matches = filter.search
    ? found(filter, most)
    : raw`(select from public.transformations where user_id = ${memberId} and tool = ${filter.tool} limit ${most})`;
  return raw<number | null>`(select count(*)::integer from ${matches} as m)`;
}

export type GalleryView = "grid" | "list";

const cookie = createCookie("gallery-view", { path: "/", maxAge: 31_536_000, httpOnly: true, sameSite: "lax" });

const isView = (value: unknown): value is GalleryView => value === "grid" || value === "list";

/** Returns the view from `?view=`, which a cookie stores for a year, otherwise the stored one. */
export async function galleryView(
  request: Request,
  { secure }: { secure: boolean },
): Promise<{ view: GalleryView; headers: Headers }> {
  const headers = new Headers();
  const requested = new URL(request.url).searchParams.get("view");
  if (isView(requested)) {
    headers.append("Set-Cookie", await cookie.serialize(requested, { secure }));
    return { view: requested, headers };
  }
  const remembered: unknown = await cookie.parse(request.headers.get("Cookie"));
  return { view: isView(remembered) ? remembered : "grid", headers };
}
