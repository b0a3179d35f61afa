import { randomBytes } from "node:crypto";
import type { Database } from "../server/database/database.ts";
import { downloadFileName, type DownloadLabel } from "../photos/file-name.ts";
import { isRowId } from "../photos/own-photo.server.ts";
import { type Picture, pictureOf } from "../photos/picture.ts";
import type { Failure } from "./ending/failures.ts";
import type { Recipe } from "./image-generator.ts";

export interface Transformation {
  id: string;
  tool: string;
  name: string;
  status: "processing" | "completed" | "failed";
  progress: number;
  gemsUsed: number;
  failure: Failure | null;
  draftId: string | null;
  parentId: string | null;
  batchId: string | null;
  recipe: Recipe;
  /** True until a worker takes the job. */
  waiting: boolean;
  note: string | null;
  seconds: number;
  original: Picture | null;
  originalPhotoId: string | null;
  originalDeletedAt: Date | null;
  result: (Picture & { url: string; mimeType: string }) | null;
}

export async function readTransformation(
  database: Database,
  memberId: string,
  id: string | null,
): Promise<Transformation | null> {
  if (!isRowId(id)) return null;
  const row = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformations as t")
      .leftJoin("photos as o", "o.id", "t.original_photo_id")
      .leftJoin("photos as r", "r.id", "t.result_photo_id")
      .selectAll("t")
      .select(["o.id as o_id", "o.width as o_width", "o.height as o_height", "o.placeholder as o_placeholder"])
      .select("o.mime_type as o_mime_type")
      .select(["r.id as r_id", "r.width as r_width", "r.height as r_height", "r.placeholder as r_placeholder"])
      .select("r.mime_type as r_mime_type")
      .where("t.id", "=", id)
      .where("t.user_id", "=", memberId)
      .executeTakeFirst(),
  );
  if (!row) return null;
  const result = photo(row.r_id, row.r_width, row.r_height, row.r_placeholder, row.r_mime_type);
  return {
    id: row.id,
    tool: row.tool,
    name: row.original_name,
    status: row.status as Transformation["status"],
    progress: row.progress,
    gemsUsed: row.coins_used,
    failure: row.failure as Failure | null,
    draftId: row.draft_id,
    parentId: row.parent_id,
    batchId: row.batch_id,
    recipe: row.recipe as Recipe,
    waiting: row.status === "processing" && row.started_at === null,
    note: row.note,
    seconds: Math.max(0, Math.round((Date.now() - row.created_at.getTime()) / 1000)),
    original: photo(row.o_id, row.o_width, row.o_height, row.o_placeholder, row.o_mime_type),
    originalPhotoId: row.o_id,
    originalDeletedAt: row.original_deleted_at,
    result: result && { ...result, url: `/images/${row.r_id}/full`, mimeType: row.r_mime_type ?? "image/jpeg" },
  };
}

export function downloadLink(result: { url: string; mimeType: string }, name: string, label: DownloadLabel): string {
  const fileName = downloadFileName(name, label, result.mimeType, Date.now(), randomBytes(2).toString("hex"));
  return `/api/download?${new URLSearchParams({ url: result.url, filename: fileName })}`;
}

function photo(
  id: string | null,
  width: number | null,
  height: number | null,
  placeholder: string | null,
  mime_type: string | null,
): Picture | null {
  return id && width && height && placeholder ? pictureOf({ id, width, height, placeholder, mime_type }) : null;
}

export async function isOwnTransformation(database: Database, memberId: string, id: string): Promise<boolean> {
  const own = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformations")
      .select("id")
      .where("id", "=", id)
      .where("user_id", "=", memberId)
      .executeTakeFirst(),
  );
  return own !== undefined;
}

/** Photos queued before the member's own transformation, at most 100 (100 = "or more"); null once it began or ended. */
export async function queuePosition(
  database: Database,
  memberId: string,
  transformation: Pick<Transformation, "id" | "waiting"> | null,
): Promise<number | null> {
  if (!transformation?.waiting) return null;
  const { before } = await database.asMember(memberId, (sql) =>
    sql
      .selectNoFrom((eb) =>
        eb.fn<number>("public.photos_before", [eb.cast(eb.val(transformation.id), "uuid")]).as("before"),
      )
      .executeTakeFirstOrThrow(),
  );
  return before;
}
