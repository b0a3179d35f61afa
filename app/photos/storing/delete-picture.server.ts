import type { Sql } from "../../server/database/database.ts";
import { ownPhoto } from "../own-photo.server.ts";
import { removePictures, type Removing } from "./picture-removals.server.ts";
import { photoIdOf } from "./rename-picture.server.ts";

export type DeletePictureAnswer = { ok: true } | { ok: false; problem: "missing" | "in-work" };

/**
 * Removes one of the member's own pictures: its row, then at the host. A transformation that showed it stays in the
 * history without it, or with another look of the same result. `in-work`: a transformation is being made from it.
 */
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
    // In the order everybody holds rows in; whatever begins with the photo meanwhile waits, and finds it gone.
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

/** The transformations made of the photo, and the one it is a look of. */
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
