import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Database, Sql } from "../../server/database/database.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { pictureOf, type Picture } from "../../photos/picture.ts";
import { firstUnanswered, withPresets } from "../answers.ts";
import { choosePath, formatPhotoCount } from "../batch/batch.ts";
import { toolOf } from "../catalogue.ts";
import { stepUrl } from "../wizard/steps.ts";
import type { Answers, Tool } from "../tool.ts";
import { startDraft } from "./draft.server.ts";

/** Number of the newest drafts that are searched; older ones do not count. */
const newest = 20;

/** Selects a member's latest unstarted draft with a photo; with `draftId` only that one. */
function unfinished(sql: Sql, memberId: string, draftId: string | null) {
  const recent = sql
    .selectFrom("drafts")
    .selectAll()
    .where("user_id", "=", memberId)
    .orderBy("updated_at", "desc")
    .limit(newest);
  return sql
    .selectFrom((draftId ? recent.where("id", "=", draftId) : recent).as("d"))
    .innerJoin("photos as p", (join) =>
      join.on((eb) =>
        eb(
          "p.id",
          "=",
          eb.fn.coalesce(
            eb
              .selectFrom("draft_photos as f")
              .select("f.photo_id")
              .whereRef("f.draft_id", "=", "d.id")
              .orderBy("f.position")
              .limit(1),
            eb.ref("d.photo_id"),
          ),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("transformations as t")
            .select("t.id")
            .whereRef("t.draft_id", "=", "d.id")
            .where("t.status", "<>", "failed"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("batches as b").select("b.id").whereRef("b.draft_id", "=", "d.id"))),
    )
    .select(["d.id", "d.tool", "d.answers", "p.id as photo_id", "p.file_name", "p.width", "p.height"])
    .select(["p.placeholder", "p.mime_type"])
    .select((eb) =>
      eb
        .selectFrom("draft_photos as dp")
        .select((photos) => photos.fn.countAll<number>().as("count"))
        .whereRef("dp.draft_id", "=", "d.id")
        .as("several"),
    )
    .orderBy("d.updated_at", "desc")
    .limit(1);
}

/** A part of another statement; read it with `unfinishedDraft`. */
export const unfinishedRows = (sql: Sql, memberId: string, draftId: string | null) =>
  jsonArrayFrom(unfinished(sql, memberId, isRowId(draftId) ? draftId : null));

type UnfinishedRow = Awaited<ReturnType<ReturnType<typeof unfinished>["execute"]>>[number];

export interface UnfinishedDraft {
  id: string;
  photoId: string;
  photoName: string;
  picture: Picture;
  /** "Portrait Studio, Background". */
  place: string;
  path: string;
  /** A batch, whose photos stay together. */
  several: boolean;
}

export function unfinishedDraft(row: UnfinishedRow | undefined): UnfinishedDraft | null {
  const tool = row && toolOf(row.tool);
  if (!tool) return null;
  const { id, photo_id, width, height, placeholder, mime_type } = row;
  const several = Number(row.several ?? 0);
  const step = firstUnanswered(tool, withPresets(tool, row.answers as Answers)) ?? tool.steps.at(-1);
  return {
    id,
    photoId: photo_id,
    photoName: row.file_name,
    picture: pictureOf({ id: photo_id, width, height, placeholder, mime_type }),
    place: `${tool.title}, ${several ? formatPhotoCount(several) : (step?.name ?? "")}`,
    path: several ? choosePath(tool, id) : stepUrl(tool, id, step?.id),
    several: several > 0,
  };
}

/**
 * Opens an unfinished draft's photo in another tool and returns the address; null for an unknown draft. Repeatable: a
 * second request finds the first one's draft.
 */
export async function openInTool(
  database: Database,
  memberId: string,
  draftId: string,
  tool: Tool,
): Promise<string | null> {
  if (!isRowId(draftId)) return null;
  const found = await database.asMember(memberId, async (sql) => {
    const own = await unfinished(sql, memberId, draftId).executeTakeFirst();
    if (!own || Number(own.several ?? 0)) return null;
    const there = await sql
      .selectFrom("drafts as d")
      .select(["d.id", "d.answers"])
      .where("d.user_id", "=", memberId)
      .where("d.tool", "=", tool.id)
      .where("d.photo_id", "=", own.photo_id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("transformations as t").select("t.id").whereRef("t.draft_id", "=", "d.id"))),
      )
      .orderBy("d.updated_at", "desc")
      .executeTakeFirst();
    return { photoId: own.photo_id, there };
  });
  if (!found) return null;
  const { photoId, there } = found;
  const id = there?.id ?? (await startDraft(database, memberId, tool, { photoId, answers: {} }));
  const answers = (there?.answers ?? {}) as Answers;
  return stepUrl(tool, id, (firstUnanswered(tool, withPresets(tool, answers)) ?? tool.steps[0])?.id);
}

/** Drops the draft and the unstarted ones of the same photo in other tools. The photo expires by itself. Repeatable. */
export async function discardUnfinished(database: Database, memberId: string, draftId: string): Promise<void> {
  if (!isRowId(draftId)) return;
  await database.asMember(memberId, (sql) =>
    sql
      .deleteFrom("drafts as d")
      .where("d.user_id", "=", memberId)
      .where((eb) =>
        eb.or([
          eb("d.id", "=", draftId),
          eb(
            "d.photo_id",
            "=",
            eb
              .selectFrom("drafts as chosen")
              .select("chosen.photo_id")
              .where("chosen.id", "=", draftId)
              .where("chosen.user_id", "=", memberId),
          ),
        ]),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("transformations as t")
              .select("t.id")
              .whereRef("t.draft_id", "=", "d.id")
              .where("t.status", "<>", "failed"),
          ),
        ),
      )
      .execute(),
  );
}
