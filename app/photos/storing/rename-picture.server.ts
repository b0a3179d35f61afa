import type { Sql } from "../../server/database/database.ts";
import { fileNameSegment } from "../file-name.ts";
import { isRowId, ownPhoto } from "../own-photo.server.ts";
import { removePictures, type Removing } from "./picture-removals.server.ts";

export type RenameAnswer = { ok: true; publicId: string } | { ok: false; problem: "missing" };

const pauseMs = 10 * 60_000;

/**
 * The name applies at once; the host's identifier follows, by the sweep if the host is down. Each picture has its own
 * folder.
 */
export async function renamePicture(
  renaming: Removing,
  memberId: string,
  photoId: string,
  name: string,
): Promise<RenameAnswer> {
  if (!(await ownPhoto(renaming.database, memberId, photoId))) return { ok: false, problem: "missing" };
  const recorded = await renaming.database.asService((sql) => recordRename(sql, memberId, photoId, name));
  if (!recorded) return { ok: false, problem: "missing" };
  await finishRename(renaming, photoId);
  const now = await ownPhoto(renaming.database, memberId, photoId);
  return now ? { ok: true, publicId: now.renaming_to ?? now.public_id } : { ok: false, problem: "missing" };
}

/** Records the new name in the caller's transaction. False for an unknown picture. */
export async function recordRename(sql: Sql, memberId: string, photoId: string, name: string): Promise<boolean> {
  const photo = await sql
    .updateTable("photos")
    .set({ file_name: name })
    .where("id", "=", photoId)
    .where("user_id", "=", memberId)
    .returning(naming)
    .executeTakeFirst();
  if (!photo) return false;
  await aim(sql, photo);
  return true;
}

const naming = ["id", "file_name", "public_id", "renaming_to", "former_public_ids"] as const;

interface Naming {
  id: string;
  file_name: string;
  public_id: string;
  renaming_to: string | null;
  former_public_ids: string[];
}

async function aim(sql: Sql, photo: Naming) {
  const target = nextPublicId(photo);
  if (photo.renaming_to !== null || target === photo.public_id) return;
  await sql
    .updateTable("photos")
    .set({ renaming_to: target, renaming_due_at: new Date() })
    .where("id", "=", photo.id)
    .where("renaming_to", "is", null)
    .execute();
}

function nextPublicId({ id, file_name, public_id, former_public_ids }: Naming): string {
  const plain = `${id}/${fileNameSegment(file_name)}`;
  const isOfThisName =
    public_id === plain || (public_id.startsWith(`${plain}-`) && /^-\d+$/.test(public_id.slice(plain.length)));
  if (isOfThisName) return public_id;
  const used = new Set(former_public_ids);
  let [next, count] = [plain, 1];
  while (used.has(next)) next = `${plain}-${(count += 1)}`;
  return next;
}

/** Moves the picture at the host and records it. True when done; a failed call is logged and left to the sweep. */
export async function finishRename(renaming: Removing, photoId: string): Promise<boolean> {
  try {
    for (let moves = 0; moves < 3; moves += 1) if (!(await move(renaming, photoId))) return true;
  } catch (error) {
    renaming.log.warn({ err: error, photo: photoId }, "picture not renamed at its host; it will be retried");
    const due = { renaming_due_at: new Date(Date.now() + pauseMs) };
    await renaming.database.asService((sql) =>
      sql.updateTable("photos").set(due).where("id", "=", photoId).where("renaming_to", "is not", null).execute(),
    );
  }
  return false;
}

async function move(renaming: Removing, photoId: string): Promise<boolean> {
  const { database, photoHost } = renaming;
  const photo = await database.asService((sql) => read(sql, photoId));
  if (!photo || photo.renaming_to === null) return false;
  const [from, target] = [photo.public_id, photo.renaming_to];
  await photoHost.rename(from, target);
  const recorded = await database.asService(async (sql) => {
    const moved = await sql
      .updateTable("photos")
      .set((eb) => ({
        public_id: target,
        renaming_to: null,
        renaming_due_at: null,
        former_public_ids: eb.fn<string[]>("array_append", ["former_public_ids", eb.val(from)]),
      }))
      .where("id", "=", photoId)
      .where("public_id", "=", from)
      .where("renaming_to", "=", target)
      .returning(naming)
      .executeTakeFirst();
    if (moved) await aim(sql, moved);
    return moved ?? read(sql, photoId);
  });
  if (!recorded) await removeMoved(renaming, target);
  return true;
}

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

const read = (sql: Sql, photoId: string) =>
  sql.selectFrom("photos").select(naming).where("id", "=", photoId).executeTakeFirst();

export async function sweepRenames(renaming: Removing, now = new Date(), signal?: AbortSignal): Promise<number> {
  const open = await renaming.database.asService((sql) =>
    sql
      .selectFrom("photos")
      .select("id")
      .where("renaming_to", "is not", null)
      .where("renaming_due_at", "<=", now)
      .orderBy("renaming_due_at")
      .limit(200)
      .execute(),
  );
  let finished = 0;
  for (const { id } of open) {
    if (signal?.aborted) break;
    if (await finishRename(renaming, id)) finished += 1;
  }
  return finished;
}

export function photoIdOf(publicId: string): string | null {
  const [id = "", name, ...rest] = publicId.split("/");
  return isRowId(id) && name && !rest.length ? id : null;
}

export interface HostedPhoto {
  public_id: string;
  renaming_to: string | null;
}

/** Reads a picture under its name, its next name, then its row's current names. Null when the host has none. */
export async function readDuringRename<Found>(
  photo: HostedPhoto,
  reload: () => Promise<HostedPhoto | null | undefined>,
  load: (publicId: string) => Promise<Found | null>,
): Promise<Found | null> {
  const picture = await underEither(photo, load);
  if (picture) return picture;
  const now = await reload();
  const moved = now && (now.public_id !== photo.public_id || now.renaming_to !== photo.renaming_to);
  return moved ? underEither(now, load) : null;
}

async function underEither<Found>(
  { public_id, renaming_to }: HostedPhoto,
  load: (publicId: string) => Promise<Found | null>,
): Promise<Found | null> {
  return (await load(public_id)) ?? (renaming_to === null ? null : load(renaming_to));
}
