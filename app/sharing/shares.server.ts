import { randomBytes } from "node:crypto";
import type { Database, Sql } from "../server/database/database.ts";
import type { PhotoHost } from "../photos/photo-host.ts";
import { isRowId } from "../photos/own-photo.server.ts";
import { type HostedPhoto, readDuringRename } from "../photos/storing/rename-picture.server.ts";

type CreateShareAnswer = { ok: true } | { ok: false; problem: "not-found" | "taken-down" | "given-back" };

interface Wish {
  transformationId: string | null;
  showsOriginal: boolean;
}

/** Creates or updates the one live link of a member's finished result; `not-found` otherwise. */
export async function createShare(
  { database, photoHost }: { database: Database; photoHost: PhotoHost },
  memberId: string,
  { transformationId, showsOriginal }: Wish,
): Promise<CreateShareAnswer> {
  if (!isRowId(transformationId)) return { ok: false, problem: "not-found" };
  const result = await ownResult(database, memberId, transformationId);
  if (!result) return { ok: false, problem: "not-found" };
  // Before the transaction, because the host may have to derive the image first.
  const previewWidth = result.shared ? null : await choosePreviewWidth(photoHost, result);
  return database.asService(async (sql) => {
    const own = await lockOwn(sql, memberId, transformationId);
    if (!own) return { ok: false, problem: "not-found" };
    // A credited-back result cannot be shared.
    if (own.coins_used === 0) return { ok: false, problem: "given-back" };
    const shares = await sql
      .selectFrom("shares")
      .select(["id", "revoked_at", "taken_down_at"])
      .where("transformation_id", "=", transformationId)
      .execute();
    if (shares.some((share) => share.taken_down_at)) return { ok: false, problem: "taken-down" };
    const live = shares.find((share) => !share.revoked_at);
    if (live) {
      await sql.updateTable("shares").set({ shows_original: showsOriginal }).where("id", "=", live.id).execute();
    } else {
      await sql
        .insertInto("shares")
        .values({
          user_id: memberId,
          transformation_id: transformationId,
          // Hexadecimal: chat programs cut links at a dash, and command lines read it as an option.
          token: randomBytes(16).toString("hex"),
          shows_original: showsOriginal,
          preview_width: previewWidth,
        })
        .execute();
    }
    return { ok: true };
  });
}

function ownResult(database: Database, memberId: string, transformationId: string) {
  return database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformations as t")
      .innerJoin("photos as p", "p.id", "t.result_photo_id")
      .select((eb) => [
        "p.public_id",
        "p.renaming_to",
        eb
          .exists(
            eb
              .selectFrom("shares as s")
              .select("s.id")
              .whereRef("s.transformation_id", "=", "t.id")
              .where("s.revoked_at", "is", null),
          )
          .as("shared"),
      ])
      .where("t.id", "=", transformationId)
      .where("t.user_id", "=", memberId)
      .where("t.status", "=", "completed")
      .executeTakeFirst(),
  );
}

/** Serializes concurrent requests and take-downs. */
function lockOwn(sql: Sql, memberId: string, transformationId: string) {
  return sql
    .selectFrom("transformations")
    .select("coins_used")
    .where("id", "=", transformationId)
    .where("user_id", "=", memberId)
    .where("status", "=", "completed")
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Bytes; chat programs skip or delay heavier previews. */
const previewLimitBytes = 100_000;
/** Up to the 1200 px at which previews are shown. */
const previewWidths = [960, 640, 320] as const;

/** The largest width in px below the limit; null when none is. */
async function choosePreviewWidth(photoHost: PhotoHost, photo: HostedPhoto): Promise<number | null> {
  for (const width of previewWidths) {
    const preview = await readDuringRename(
      photo,
      async () => null,
      (id) => photoHost.derive(id, width, "jpeg"),
    );
    if (preview && preview.bytes.byteLength <= previewLimitBytes) return width;
  }
  return null;
}

/** Idempotent; false for another member's link. */
export async function revokeShare(database: Database, memberId: string, shareId: string): Promise<boolean> {
  if (!isRowId(shareId)) return false;
  const own = await database.asMember(memberId, (sql) =>
    sql.selectFrom("shares").select("id").where("id", "=", shareId).where("user_id", "=", memberId).executeTakeFirst(),
  );
  if (!own) return false;
  return database.asService(async (sql) => {
    const share = await sql
      .updateTable("shares")
      .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.fn<Date>("now")) }))
      .where("id", "=", shareId)
      .where("user_id", "=", memberId)
      .where("taken_down_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    return share !== undefined;
  });
}

type TakeDownAnswer = { ok: true; links: number } | { ok: false; problem: "unknown" | "already-taken-down" };

/**
 * Support's decision: ends every link to the result and prevents new ones. `links` counts those
 * that were live.
 */
export async function takeDownShare(database: Database, token: string): Promise<TakeDownAnswer> {
  return database.asService(async (sql) => {
    const share = await sql
      .selectFrom("shares")
      .select("transformation_id")
      .where("token", "=", token)
      .executeTakeFirst();
    if (!share) return { ok: false, problem: "unknown" };
    // Serializes with a concurrent Share Link request.
    await sql
      .selectFrom("transformations")
      .select("id")
      .where("id", "=", share.transformation_id)
      .forNoKeyUpdate()
      .execute();
    const takenDown = await sql
      .updateTable("shares")
      .set((eb) => ({ taken_down_at: eb.fn<Date>("now") }))
      .where("transformation_id", "=", share.transformation_id)
      .where("taken_down_at", "is", null)
      .returning("id")
      .execute();
    return takenDown.length ? { ok: true, links: takenDown.length } : { ok: false, problem: "already-taken-down" };
  });
}
