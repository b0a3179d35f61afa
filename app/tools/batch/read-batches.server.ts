import type { Database } from "../../server/database/database.ts";
import type { HostedPhoto } from "../../photos/storing/rename-picture.server.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { type Picture, pictureOf } from "../../photos/picture.ts";
import type { Failure } from "../../transformations/ending/failures.ts";
import type { Recipe } from "../../transformations/image-generator.ts";
import { sql as raw } from "kysely";
import { cursorTime, encodeCursor, type PageCursor } from "../../server/database/page-cursor.ts";

/** A photo in the state of its last try. */
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

const pageSize = 24;

export interface ListedBatch {
  id: string;
  tool: string;
  createdAt: Date;
  /** In total, finished and running. */
  photos: number;
  done: number;
  processing: number;
}

/** Newest first, without emptied batches; `next` is the next page's cursor. */
export async function readBatches(
  database: Database,
  memberId: string,
  before: PageCursor | null,
): Promise<{ batches: ListedBatch[]; next: string | null }> {
  const rows = await database.asMember(memberId, (sql) => {
    const query = sql
      .selectFrom("batches as b")
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom("transformations as t")
            .select((each) => [
              each.fn.count<string>("t.batch_position").distinct().as("photos"),
              each.fn.count<string>("t.id").filterWhere("t.status", "=", "completed").as("done"),
              each.fn.count<string>("t.id").filterWhere("t.status", "=", "processing").as("processing"),
            ])
            .whereRef("t.batch_id", "=", "b.id")
            .as("made"),
        (join) => join.onTrue(),
      )
      .select(["b.id", "b.tool", "made.photos", "made.done", "made.processing"])
      .select(raw<string>`(extract(epoch from b.created_at) * 1000000)::bigint::text`.as("micros"))
      .where("b.user_id", "=", memberId)
      .where("made.photos", ">", "0")
      .orderBy("b.created_at", "desc")
      .orderBy("b.id", "desc")
      // One more than shown reveals a next page.
      .limit(pageSize + 1);
    if (!before) return query.execute();
    return query
      .where(raw<boolean>`(b.created_at, b.id) < (${cursorTime(before)}::timestamptz, ${before.id}::uuid)`)
      .execute();
  });
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    batches: page.map((row) => ({
      id: row.id,
      tool: row.tool,
      createdAt: new Date(Number(row.micros) / 1000),
      photos: Number(row.photos),
      done: Number(row.done),
      processing: Number(row.processing),
    })),
    next: last && rows.length > page.length ? encodeCursor(last) : null,
  };
}
