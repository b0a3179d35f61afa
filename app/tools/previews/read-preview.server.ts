import type { Database } from "../../server/database/database.ts";
import { type HostedPhoto, readDuringRename } from "../../photos/storing/rename-picture.server.ts";
import type { PhotoSight, Preview } from "../../photos/advice/photo-sight.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import type { PhotoHost } from "../../photos/photo-host.ts";

export interface PhotoReading {
  database: Database;
  photoHost: Pick<PhotoHost, "read">;
  photoSight: PhotoSight | null;
}

/** A batch's first photo; null for an unknown draft. */
export async function photoOfDraft(
  database: Database,
  memberId: string,
  draftId: string,
): Promise<({ id: string } & HostedPhoto) | null> {
  if (!isRowId(draftId)) return null;
  const photo = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("drafts as d")
      .leftJoin("draft_photos as dp", "dp.draft_id", "d.id")
      .innerJoin("photos as p", (join) => join.on((eb) => eb("p.id", "=", eb.fn.coalesce("dp.photo_id", "d.photo_id"))))
      .select(["p.id", "p.public_id", "p.renaming_to"])
      .where("d.id", "=", draftId)
      .where("d.user_id", "=", memberId)
      .orderBy("dp.position")
      .limit(1)
      .executeTakeFirst(),
  );
  return photo ?? null;
}

/** At most 240 px: a larger one costs a gem. */
export async function readPreview(
  { database, photoHost, photoSight }: PhotoReading,
  {
    memberId,
    draftId,
    photo,
    ...asked
  }: {
    memberId: string;
    draftId: string;
    photo: { id: string } & HostedPhoto;
    option: string;
    admit: () => Promise<number>;
    signal: AbortSignal;
  },
): Promise<Preview> {
  if (!photoSight) return { is: "unavailable" };
  const reload = () => photoOfDraft(database, memberId, draftId);
  const read = async () => (await readDuringRename(photo, reload, (id) => photoHost.read(id)))?.bytes ?? null;
  return photoSight.preview({ photo: { id: photo.id, read }, ...asked });
}
