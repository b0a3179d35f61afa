import { jsonObjectFrom } from "kysely/helpers/postgres";
import type { Database } from "../server/database/database.ts";

export interface SharedPhoto {
  id: string;
  public_id: string;
  renaming_to: string | null;
  mime_type: string;
  width: number;
  height: number;
  placeholder: string;
}

/** Public data only: nothing identifies the member. */
export interface OpenShare {
  id: string;
  token: string;
  result: SharedPhoto;
  /** Null unless the member allowed it. */
  original: SharedPhoto | null;
  /** Describes the result; pages must not show the member's own texts from it. */
  recipe: { readonly tool: string } & Readonly<Record<string, unknown>>;
  /** px of the JPEG for link previews; null when there is none. */
  previewWidth: number | null;
}

const columns = [
  "p.id",
  "p.public_id",
  "p.renaming_to",
  "p.mime_type",
  "p.width",
  "p.height",
  "p.placeholder",
] as const;

/** Null when the token is unknown, revoked, taken down or deleted. */
export async function openShare(database: Database, token: string): Promise<OpenShare | null> {
  if (!/^[0-9a-f]{32}$/.test(token)) return null;
  const row = await database.asService((sql) =>
    sql
      .selectFrom("shares as s")
      .innerJoin("transformations as t", "t.id", "s.transformation_id")
      .select((eb) => [
        "s.id",
        "s.shows_original",
        "s.preview_width",
        "t.recipe",
        jsonObjectFrom(eb.selectFrom("photos as p").select(columns).whereRef("p.id", "=", "t.result_photo_id")).as(
          "result",
        ),
        jsonObjectFrom(eb.selectFrom("photos as p").select(columns).whereRef("p.id", "=", "t.original_photo_id")).as(
          "original",
        ),
      ])
      .where("s.token", "=", token)
      .where("s.revoked_at", "is", null)
      .where("s.taken_down_at", "is", null)
      .executeTakeFirst(),
  );
  if (!row?.result) return null;
  return {
    id: row.id,
    token,
    result: row.result,
    original: row.shows_original ? row.original : null,
    recipe: row.recipe as OpenShare["recipe"],
    previewWidth: row.preview_width,
  };
}
