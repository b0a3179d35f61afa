import type { Sql } from "../../server/database/database.ts";
import { ownPhoto } from "../own-photo.server.ts";
import { removePictures, type Removing } from "./picture-removals.server.ts";
import { photoIdOf } from "./rename-picture.server.ts";

export type DeletePictureAnswer = { ok: true } | { ok: false; problem: "missing" | "in-work" };

/** Deletes the member's own picture; its transformation stays, or shows another look. `in-work`: a job needs it. */
export async function deletePicture(
  removing: Removing,
  memberId: string,
  publicId: string,
): Promise<DeletePictureAnswer> {
  const { database } = removing;
  const photoId = photoIdOf(publicId);
  const photo = photoId === null ? undefined : await ownPhoto(database, memberId, photoId);
  if (!photo || ![photo.public_id, photo.renaming_to].includes(publicId)) return { ok: false, problem: "missing" };
  const deleted = await database.asService(async (sql) => {
    await usedBy(sql, photo.id).forUpdate().execute();
    await sql.selectFrom("photos").select("id").where("id", "=", photo.id).forUpdate().execute();
    const inWork = await usedBy(sql, photo.id).where("status", "=", "processing").executeTakeFirst();
    if (inWork) return "in-work";
    return sql
      .deleteFrom("photos")
      .where("id", "=", photo.id)
      .where("user_id", "=", memberId)
      .returning(["public_id", "renaming_to"])
      .executeTakeFirst();
  });
  if (deleted === "in-work") return { ok: false, problem: "in-work" };
  if (!deleted) return { ok: false, problem: "missing" };
  await removePictures(removing, [deleted.public_id, ...(deleted.renaming_to ? [deleted.renaming_to] : [])]);
  return { ok: true };
}

const usedBy = (sql: Sql, photoId: string) =>
  sql
    .selectFrom("transformations")
    .select("id")
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("original_photo_id", "=", photoId),
        eb("id", "in", selectFrom("transformation_looks").select("transformation_id").where("photo_id", "=", photoId)),
      ]),
    );
