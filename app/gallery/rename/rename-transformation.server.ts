import type { Sql } from "../../server/database/database.ts";
import { visibleName } from "../../photos/file-name.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { finishRename, recordRename } from "../../photos/storing/rename-picture.server.ts";
import type { PhotoParts } from "../../photos/photo-parts.ts";
import { lookPhotoIds } from "../../transformations/stored-looks.server.ts";
import { maxNameLength, type RenameProblem } from "./rename-problems.ts";

export type RenameAnswer = { ok: true } | { ok: false; problem: RenameProblem | "missing" };

/**
 * Renames the transformation and its results in one transaction, then the image at the host; if the
 * host fails, the sweep renames it.
 */
export async function renameTransformation(
  services: Omit<PhotoParts, "photoInspection">,
  memberId: string,
  id: string,
  wished: string,
): Promise<RenameAnswer> {
  const name = visibleName(wished);
  if (!isRowId(id)) return { ok: false, problem: "missing" };
  const { database } = services;
  // Row level security checks the owner.
  const requested = await database.asMember(memberId, async (sql) => {
    const own = await find(sql, memberId, id);
    if (!own) return { problem: "missing" } as const;
    const problem = problemWith(name) ?? ((await isTaken(sql, memberId, id, name)) ? "taken" : null);
    if (problem) return { problem };
    return { resultPhotoId: own.result_photo_id };
  });
  if (requested.problem) return { ok: false, problem: requested.problem };
  const { resultPhotoId } = requested;
  const renamed = await database.asService(async (sql) => {
    const row = await sql
      .updateTable("transformations")
      .set({ original_name: name })
      .where("id", "=", id)
      .where("user_id", "=", memberId)
      .returning("id")
      .executeTakeFirst();
    if (!row) return null;
    const photoIds = new Set([resultPhotoId, ...(await lookPhotoIds(sql, id))]);
    const noted = [];
    for (const photoId of photoIds) if (await recordRename(sql, memberId, photoId, name)) noted.push(photoId);
    return noted;
  });
  if (renamed === null) return { ok: false, problem: "missing" };
  for (const photoId of renamed) await finishRename(services, photoId);
  return { ok: true };
}

function problemWith(name: string): RenameProblem | null {
  if (!name) return "empty";
  if ([...name].length > maxNameLength) return "too-long";
  return /[<>]/.test(name) ? "markup" : null;
}

const find = (sql: Sql, memberId: string, id: string) =>
  sql
    .selectFrom("transformations")
    .select("result_photo_id")
    .where("id", "=", id)
    .where("user_id", "=", memberId)
    .executeTakeFirst();

async function isTaken(sql: Sql, memberId: string, id: string, name: string): Promise<boolean> {
  const other = await sql
    .selectFrom("transformations")
    .select("id")
    .where("user_id", "=", memberId)
    .where((row) => row(row.fn<string>("lower", ["original_name"]), "=", row.fn<string>("lower", [row.val(name)])))
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
