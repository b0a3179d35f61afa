import type { Database, Sql } from "../server/database/database.ts";
import { isRowId } from "../photos/own-photo.server.ts";
import { type Picture, pictureOf } from "../photos/picture.ts";
import { type Look, looks } from "./looks.ts";
import { isOwnTransformation } from "./read-transformation.server.ts";

export interface StoredLook {
  look: Look;
  name: string;
  picture: Picture;
  url: string;
  mimeType: string;
  chosen: boolean;
}

export async function readLooks(database: Database, memberId: string, transformationId: string): Promise<StoredLook[]> {
  const rows = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformation_looks as l")
      .innerJoin("photos as p", "p.id", "l.photo_id")
      .innerJoin("transformations as t", "t.id", "l.transformation_id")
      .select(["l.look", "t.result_photo_id", "p.id", "p.width", "p.height", "p.placeholder", "p.mime_type"])
      .where("l.transformation_id", "=", transformationId)
      .where("l.user_id", "=", memberId)
      .execute(),
  );
  return looks.flatMap(({ id, name }) => {
    const row = rows.find(({ look }) => look === id);
    if (!row) return [];
    return {
      look: id,
      name,
      picture: pictureOf(row),
      url: `/images/${row.id}/full`,
      mimeType: row.mime_type,
      chosen: row.id === row.result_photo_id,
    };
  });
}

export type LookChoiceResult = { ok: true } | { ok: false; problem: "missing" | "no-such-look" };

/** Makes a stored look the result; free and repeatable. */
export async function chooseLook(
  database: Database,
  memberId: string,
  transformationId: string,
  look: string,
): Promise<LookChoiceResult> {
  if (!isRowId(transformationId) || !(await isOwnTransformation(database, memberId, transformationId))) {
    return { ok: false, problem: "missing" };
  }
  return database.asService(async (sql) => {
    const row = await sql
      .selectFrom("transformations")
      .select("id")
      .where("id", "=", transformationId)
      .where("user_id", "=", memberId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) return { ok: false, problem: "missing" };
    const chosen = await sql
      .selectFrom("transformation_looks")
      .select("photo_id")
      .where("transformation_id", "=", transformationId)
      .where("look", "=", look)
      .executeTakeFirst();
    if (!chosen) return { ok: false, problem: "no-such-look" };
    await sql
      .updateTable("transformations")
      .set({ result_photo_id: chosen.photo_id, enhanced_url: `/images/${chosen.photo_id}/full` })
      .where("id", "=", transformationId)
      .execute();
    return { ok: true };
  });
}

export async function insertLooks(
  sql: Sql,
  transformation: { id: string; user_id: string },
  photos: readonly { look: Look; photoId: string }[],
): Promise<void> {
  await sql
    .insertInto("transformation_looks")
    .values(
      photos.map(({ look, photoId }) => ({
        transformation_id: transformation.id,
        look,
        photo_id: photoId,
        user_id: transformation.user_id,
      })),
    )
    .execute();
}

export async function lookPhotoIds(sql: Sql, transformationId: string): Promise<string[]> {
  const rows = await sql
    .selectFrom("transformation_looks")
    .select("photo_id")
    .where("transformation_id", "=", transformationId)
    .orderBy("photo_id")
    .execute();
  return rows.map(({ photo_id }) => photo_id);
}
