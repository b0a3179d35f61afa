import type { Sql } from "../database/database.ts";
import { fileNameSegment } from "./file-name.ts";
import { isRowId, ownPhoto } from "./own-photo.server.ts";
import type { HostedPhoto } from "./from-host.ts";
import { removePictures, type Removing } from "./picture-removals.server.ts";

export type RenameAnswer = { ok: true; publicId: string } | { ok: false; problem: "missing" };

/** The identifier a picture of this name has at the host: the name, sanitised, is its last segment. */
const publicIdFor = (photoId: string, name: string) => `${photoId}/${fileNameSegment(name)}`;

/**
 * Gives the member's own picture a new name; it becomes the last segment of its identifier (spec.md, point 5). The name
 * holds from the moment it is recorded; a host that is away follows later. Pictures never collide: each has a folder of
 * its own.
 */
export async function renamePicture(
  renaming: Removing,
  memberId: string,
  photoId: string,
  name: string,
): Promise<RenameAnswer> {
  if (!(await ownPhoto(renaming.database, memberId, photoId))) return { ok: false, problem: "missing" };
  const noted = await renaming.database.asService((sql) => noteRename(sql, memberId, photoId, name));
  if (!noted) return { ok: false, problem: "missing" };
  await finishRename(renaming, photoId);
  return { ok: true, publicId: publicIdFor(photoId, name) };
}

/** In the transaction that renames: what the picture is to be called. False when there is none of this member's. */
export async function noteRename(sql: Sql, memberId: string, photoId: string, name: string): Promise<boolean> {
  const photo = await sql
    .updateTable("photos")
    .set({ file_name: name })
    .where("id", "=", photoId)
    .where("user_id", "=", memberId)
    .returning(["public_id", "renaming_to"])
    .executeTakeFirst();
  if (!photo) return false;
  await aim(sql, photoId, name, photo);
  return true;
}

/** What the host is asked for next; one that is under way is ended first. */
async function aim(sql: Sql, photoId: string, name: string, photo: HostedPhoto) {
  const target = publicIdFor(photoId, name);
  if (photo.renaming_to !== null || photo.public_id === target) return;
  await sql
    .updateTable("photos")
    .set({ renaming_to: target })
    .where("id", "=", photoId)
    .where("renaming_to", "is", null)
    .execute();
}

/**
 * Moves a picture at the host to the name its row has, and records it. A host that does not answer is logged, and asked
 * again by the sweep. True when nothing is left to do.
 */
export async function finishRename(renaming: Removing, photoId: string): Promise<boolean> {
  try {
    // More than once only when it was renamed again meanwhile.
    for (let moves = 0; moves < 3; moves += 1) if (!(await move(renaming, photoId))) return true;
  } catch (error) {
    renaming.log.warn({ err: error, photo: photoId }, "picture not renamed at its host yet, will be tried again");
  }
  return false;
}

/** False when there was nothing to move. */
async function move(renaming: Removing, photoId: string): Promise<boolean> {
  const { database, photoHost } = renaming;
  const photo = await database.asService((sql) => hosted(sql, photoId));
  if (!photo || photo.renaming_to === null) return false;
  const target = photo.renaming_to;
  await photoHost.rename(photo.public_id, target);
  const recorded = await database.asService(async (sql) => {
    const moved = await sql
      .updateTable("photos")
      .set({ public_id: target, renaming_to: null })
      .where("id", "=", photoId)
      .where("renaming_to", "=", target)
      .returning(["file_name", "public_id", "renaming_to"])
      .executeTakeFirst();
    if (moved) await aim(sql, photoId, moved.file_name, moved);
    return moved ?? hosted(sql, photoId);
  });
  if (!recorded) await removeMoved(renaming, target);
  return true;
}

/** Deleted while the host was moving it: its old place was cleared, the new one is now. */
async function removeMoved(renaming: Removing, publicId: string) {
  const due = { due_at: new Date() };
  await renaming.database.asService((sql) =>
    sql
      .insertInto("picture_removals")
      .values({ public_id: publicId, ...due })
      .onConflict((conflict) => conflict.column("public_id").doUpdateSet(due))
      .execute(),
  );
  await removePictures(renaming, [publicId]);
}

const hosted = (sql: Sql, photoId: string) =>
  sql.selectFrom("photos").select(["public_id", "renaming_to"]).where("id", "=", photoId).executeTakeFirst();

/** Ends the renames that a crash or a host that was away left open. Returns how many. */
export async function sweepRenames(renaming: Removing, signal?: AbortSignal): Promise<number> {
  const open = await renaming.database.asService((sql) =>
    sql.selectFrom("photos").select("id").where("renaming_to", "is not", null).limit(200).execute(),
  );
  let finished = 0;
  for (const { id } of open) {
    if (signal?.aborted) break;
    if (await finishRename(renaming, id)) finished += 1;
  }
  return finished;
}

/** The id in a public id, `<photo id>/<name>`; null for anything else. */
export function photoIdOf(publicId: string): string | null {
  const [id = "", name, ...rest] = publicId.split("/");
  return isRowId(id) && name && !rest.length ? id : null;
}
