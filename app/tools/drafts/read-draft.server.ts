import type { ExpressionBuilder } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Database } from "../../server/database/database.ts";
import type { DB } from "../../server/database/types.ts";
import { adviceWords } from "../../photos/advice/photo-advice.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { pictureOf, type Picture } from "../../photos/picture.ts";
import { keepable } from "./draft.server.ts";
import { needsSubject } from "../wizard/steps.ts";
import type { Answers, Tool } from "../tool.ts";

/** A run through a tool that has not been paid for: its photo, the answers so far, and which attempt comes next. */
export interface Draft {
  id: string;
  /** Null while it has not arrived; of several, the first. */
  photo: {
    id: string;
    name: string;
    bytes: number;
    picture: Picture;
    /** What may be worth knowing of it before a gem is spent, in sentences; none for nothing. */
    advice: string[];
    /** The same as it was noticed at the upload. */
    noticed: string[];
  } | null;
  /** Of a run over several photos, all of them in their places (from 1); empty for a run of one. */
  photos: { id: string; name: string; position: number }[];
  answers: Answers;
  /**
   * Names the next press of the button, after the attempt that failed last: the same until the next one has failed, so
   * that a double press, a second tab or a retry after a lost answer is the same request, whatever was deleted meanwhile.
   */
  idempotencyKey: string;
  /** Of the presses before, which a page may still hold: each is the same request still. */
  usedKeys: string[];
  /** The transformation this draft became, running or completed; null while there is none, or only failed ones. */
  startedId: string | null;
  /** The batch this draft became. */
  batchId: string | null;
}

/** The member's own draft of this tool; null when there is none. */
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
    answers: keepable(tool, row.answers as Answers),
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
  const noticed = row.advice ?? [];
  return { id, name, bytes, picture, noticed, advice: adviceWords(noticed, forSubject) };
}
