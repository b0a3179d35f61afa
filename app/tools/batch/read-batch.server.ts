import type { Database } from "../../server/database/database.ts";
import type { HostedPhoto } from "../../photos/storing/rename-picture.server.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { type Picture, pictureOf } from "../../photos/picture.ts";
import type { Failure } from "../../transformations/ending/failures.ts";
import type { Recipe } from "../../transformations/image-generator.ts";

/** By its last try. */
export interface BatchPhoto {
  id: string;
  /** From 1. */
  position: number;
  name: string;
  status: "processing" | "completed" | "failed";
  progress: number;
  failure: Failure | null;
  gemsUsed: number;
  recipe: Recipe;
  /** Null when deleted. */
  originalId: string | null;
  /** End of retention; null when its owner deleted it. */
  originalDeletedAt: Date | null;
  original: Picture | null;
  /** Null until finished, and when deleted. */
  result: (HostedPhoto & { id: string; picture: Picture; bytes: number; mimeType: string; createdAt: Date }) | null;
}

export interface Batch {
  id: string;
  tool: string;
  createdAt: Date;
  photos: BatchPhoto[];
}

export async function readBatch(database: Database, memberId: string, id: string | null): Promise<Batch | null> {
  if (!isRowId(id)) return null;
  const rows = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("batches as b")
      .innerJoin("transformations as t", "t.batch_id", "b.id")
      .leftJoin("photos as o", "o.id", "t.original_photo_id")
      .leftJoin("photos as r", "r.id", "t.result_photo_id")
      .distinctOn("t.batch_position")
      .select(["b.tool", "b.created_at", "t.id", "t.batch_position", "t.original_name", "t.status", "t.progress"])
      .select(["t.failure", "t.coins_used", "t.recipe", "t.original_deleted_at"])
      .select(["o.id as o_id", "o.width as o_width", "o.height as o_height", "o.placeholder as o_placeholder"])
      .select(["o.mime_type as o_type", "r.id as r_id", "r.width as r_width", "r.height as r_height"])
      .select(["r.placeholder as r_placeholder", "r.mime_type as r_type", "r.bytes as r_bytes"])
      .select(["r.public_id", "r.renaming_to", "r.created_at as r_created_at"])
      .where("b.id", "=", id)
      .where("b.user_id", "=", memberId)
      .where("t.user_id", "=", memberId)
      .orderBy("t.batch_position")
      .orderBy("t.created_at", "desc")
      .execute(),
  );
  const [first] = rows;
  if (!first) return null;
  const photos = rows.map((row): BatchPhoto => {
    const result = picture(row.r_id, row.r_width, row.r_height, row.r_placeholder, row.r_type);
    return {
      id: row.id,
      position: row.batch_position ?? 0,
      name: row.original_name,
      status: row.status as BatchPhoto["status"],
      progress: row.progress,
      failure: row.failure as Failure | null,
      gemsUsed: row.coins_used,
      recipe: row.recipe as Recipe,
      originalId: row.o_id,
      originalDeletedAt: row.original_deleted_at,
      original: picture(row.o_id, row.o_width, row.o_height, row.o_placeholder, row.o_type),
      result: result && {
        id: row.r_id ?? "",
        picture: result,
        public_id: row.public_id ?? "",
        renaming_to: row.renaming_to,
        bytes: row.r_bytes ?? 0,
        mimeType: row.r_type ?? "image/jpeg",
        createdAt: row.r_created_at ?? first.created_at,
      },
    };
  });
  return { id, tool: first.tool, createdAt: first.created_at, photos };
}

function picture(
  id: string | null,
  width: number | null,
  height: number | null,
  placeholder: string | null,
  mime_type: string | null,
): Picture | null {
  return id && width && height && placeholder ? pictureOf({ id, width, height, placeholder, mime_type }) : null;
}
