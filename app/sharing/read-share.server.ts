import { sql as raw } from "kysely";
import type { Database } from "../server/database/database.ts";
import { sharePath, type Share } from "./share.ts";
import { cursorTime, encodeCursor, type PageCursor } from "../server/database/page-cursor.ts";
import { pictureOf, type Picture } from "../photos/picture.ts";

/** The live or taken-down link of a result; null when not shared. */
export async function readShare(
  { database, appUrl }: { database: Database; appUrl: string },
  memberId: string,
  transformationId: string,
): Promise<Share | null> {
  const row = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("shares")
      .select(["id", "token", "shows_original", "taken_down_at"])
      .where("user_id", "=", memberId)
      .where("transformation_id", "=", transformationId)
      .where(raw<boolean>`(revoked_at is null or taken_down_at is not null)`)
      .orderBy("created_at", "desc")
      .executeTakeFirst(),
  );
  return row ? shareOf(row, appUrl) : null;
}

interface ShareRow {
  id: string;
  token: string;
  shows_original: boolean;
  taken_down_at: unknown;
}

function shareOf(row: ShareRow, appUrl: string): Share {
  return {
    id: row.id,
    url: appUrl + sharePath(row.token),
    showsOriginal: row.shows_original,
    takenDown: row.taken_down_at !== null,
  };
}

export const sharesPageSize = 24;

interface ListedShare extends Share {
  transformationId: string;
  name: string;
  picture: Picture | null;
  createdAt: Date;
}

/** The member's links, newest first, without revoked ones; `next` is the next cursor. */
export async function readSharePage(
  { database, appUrl }: { database: Database; appUrl: string },
  memberId: string,
  before: PageCursor | null,
): Promise<{ shares: ListedShare[]; next: string | null }> {
  const rows = await database.asMember(memberId, (sql) => {
    const query = sql
      .selectFrom("shares as s")
      .innerJoin("transformations as t", "t.id", "s.transformation_id")
      .leftJoin("photos as p", "p.id", "t.result_photo_id")
      .select(["s.id", "s.token", "s.shows_original", "s.taken_down_at", "s.transformation_id", "t.original_name"])
      .select(["p.id as photo_id", "p.width", "p.height", "p.placeholder", "p.mime_type"])
      .select(raw<string>`(extract(epoch from s.created_at) * 1000000)::bigint::text`.as("micros"))
      .where("s.user_id", "=", memberId)
      .where("s.revoked_at", "is", null)
      .orderBy("s.created_at", "desc")
      .orderBy("s.id", "desc")
      // One extra row shows whether a next page exists.
      .limit(sharesPageSize + 1);
    if (!before) return query.execute();
    return query
      .where(raw<boolean>`(s.created_at, s.id) < (${cursorTime(before)}::timestamptz, ${before.id}::uuid)`)
      .execute();
  });
  const shown = rows.slice(0, sharesPageSize);
  const last = shown.at(-1);
  return {
    shares: shown.map((row) => ({
      ...shareOf(row, appUrl),
      transformationId: row.transformation_id,
      name: row.original_name,
      picture: pictureIn(row),
      createdAt: new Date(Number(row.micros) / 1000),
    })),
    next: last && rows.length > shown.length ? encodeCursor(last) : null,
  };
}

interface JoinedPhoto {
  photo_id: string | null;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  mime_type: string | null;
}

function pictureIn({ photo_id: id, width, height, placeholder, mime_type }: JoinedPhoto): Picture | null {
  return id && width && height && placeholder ? pictureOf({ id, width, height, placeholder, mime_type }) : null;
}
