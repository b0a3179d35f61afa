import type { ExpressionBuilder } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Database } from "../../server/database/database.ts";
import type { DB } from "../../server/database/types.ts";
import { allAdvice } from "../../photos/advice/photo-advice.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { pictureOf, type Picture } from "../../photos/picture.ts";
import { storableAnswers } from "./draft.server.ts";
import { needsSubject } from "../wizard/steps.ts";
import type { Answers, Tool } from "../tool.ts";

/** A tool's unpaid work: photo, answers and the next attempt's key. */
export interface Draft {
  id: string;
  /** Null before the upload; the first one of a batch. */
  photo: {
    id: string;
    name: string;
    bytes: number;
    picture: Picture;
    advice: string[];
    /** Measured at the upload. */
    adviceCodes: string[];
  } | null;
  /** Photos of a batch by position (from 1); empty otherwise. */
  photos: { id: string; name: string; position: number }[];
  answers: Answers;
  /** Key of the next attempt; changes only after a failed one, so double submits and retries are one request. */
  idempotencyKey: string;
  /** Keys that an older page may still send. */
  usedKeys: string[];
  startedId: string | null;
  batchId: string | null;
}

export async function readDraft(
  database: Database,
  memberId: string,
  tool: Tool,
  id: string | null,
): Promise<Draft | null> {
  if (!isRowId(id)) return null;
  const row = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("drafts as d")
      .leftJoin("photos as p", (join) =>
        join.on((eb) => eb("p.id", "=", eb.fn.coalesce(firstPhoto(eb), eb.ref("d.photo_id")))),
      )
      .select([
        "d.id",
        "d.answers",
        "p.id as photo_id",
        "p.file_name",
        "p.bytes",
        "p.width",
        "p.height",
        "p.placeholder",
        "p.mime_type",
        "p.advice",
      ])
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom("transformations as t")
            .select(["t.id", "t.status", "t.idempotency_key"])
            .whereRef("t.draft_id", "=", "d.id")
            .orderBy("t.created_at", "desc"),
        ).as("attempts"),
      )
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom("draft_photos as dp")
            .innerJoin("photos as each", "each.id", "dp.photo_id")
            .select(["each.id", "each.file_name as name", "dp.position"])
            .whereRef("dp.draft_id", "=", "d.id")
            .orderBy("dp.position"),
        ).as("photos"),
      )
      .select((eb) =>
        eb.selectFrom("batches as b").select("b.id").whereRef("b.draft_id", "=", "d.id").limit(1).as("batch_id"),
      )
      .where("d.id", "=", id)
      .where("d.user_id", "=", memberId)
      .where("d.tool", "=", tool.id)
      .executeTakeFirst(),
  );
  if (!row) return null;
  return {
    id: row.id,
    photo: photoOf(row, needsSubject(tool)),
    photos: row.photos,
    answers: storableAnswers(tool, row.answers as Answers),
    idempotencyKey: `${row.id}.${row.attempts[0]?.id ?? 0}`,
    usedKeys: row.attempts.map((attempt) => attempt.idempotency_key),
    startedId: row.attempts.find(({ status }) => status !== "failed")?.id ?? null,
    batchId: row.batch_id,
  };
}

const firstPhoto = (eb: ExpressionBuilder<DB & { d: DB["drafts"] }, "d">) =>
  eb
    .selectFrom("draft_photos as f")
    .select("f.photo_id")
    .whereRef("f.draft_id", "=", "d.id")
    .orderBy("f.position")
    .limit(1);

interface PhotoColumns {
  photo_id: string | null;
  file_name: string | null;
  bytes: number | null;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  mime_type: string | null;
  advice: string[] | null;
}

function photoOf(row: PhotoColumns, forSubject: boolean): Draft["photo"] {
  const { photo_id: id, file_name: name, bytes, width, height, placeholder, mime_type } = row;
  if (!id || name === null || bytes === null || !width || !height || placeholder === null) return null;
  const picture = pictureOf({ id, width, height, placeholder, mime_type });
  const adviceCodes = row.advice ?? [];
  return { id, name, bytes, picture, adviceCodes, advice: allAdvice(adviceCodes, forSubject) };
}
