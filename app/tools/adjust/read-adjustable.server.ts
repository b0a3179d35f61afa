import type { Database } from "../../server/database/database.ts";
import type { Adjustment } from "../../photos/adjusting/adjustment.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { pictureOf } from "../../photos/picture.ts";
import { toolOf } from "../catalogue.ts";
import type { Tool } from "../tool.ts";

export interface Adjustable {
  draftId: string;
  tool: Tool;
  /** The photo before adjusting; null without a photo. */
  whole: { id: string; name: string; picture: ReturnType<typeof pictureOf> } | null;
  /** How the photo was adjusted; null for the whole one. */
  earlier: Adjustment | null;
  startedId: string | null;
  batchId: string | null;
}

/** `several` names one photo of a batch draft. Null for an unknown or another member's draft. */
export async function readAdjustable(
  database: Database,
  memberId: string,
  draftId: string,
  several: string | null = null,
): Promise<Adjustable | null> {
  if (!isRowId(draftId) || (several !== null && !isRowId(several))) return null;
  const row = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("drafts as d")
      .leftJoin("draft_photos as dp", (join) => join.onRef("dp.draft_id", "=", "d.id").on("dp.photo_id", "=", several))
      .leftJoin("photos as p", (join) =>
        join.on((eb) => eb("p.id", "=", several === null ? eb.ref("d.photo_id") : eb.ref("dp.photo_id"))),
      )
      .leftJoin("photos as w", "w.id", "p.adjusted_from")
      .select(["d.tool", "p.id as photo_id", "w.id as whole_id", "p.adjustment"])
      .select((eb) =>
        eb
          .selectFrom("transformations as t")
          .select("t.id")
          .whereRef("t.draft_id", "=", "d.id")
          .where("t.status", "!=", "failed")
          .limit(1)
          .as("started_id"),
      )
      .select((eb) =>
        eb.selectFrom("batches as b").select("b.id").whereRef("b.draft_id", "=", "d.id").limit(1).as("batch_id"),
      )
      .where("d.id", "=", draftId)
      .where("d.user_id", "=", memberId)
      .executeTakeFirst(),
  );
  const tool = row && toolOf(row.tool);
  if (!tool) return null;
  const photoId = row.whole_id ?? row.photo_id;
  return {
    draftId,
    tool,
    whole: photoId ? await readWhole(database, memberId, photoId) : null,
    earlier: row.whole_id ? (row.adjustment as Adjustment | null) : null,
    startedId: row.started_id,
    batchId: row.batch_id,
  };
}

async function readWhole(database: Database, memberId: string, photoId: string): Promise<Adjustable["whole"]> {
  const photo = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("photos")
      .select(["id", "file_name", "width", "height", "placeholder", "mime_type"])
      .where("id", "=", photoId)
      .where("user_id", "=", memberId)
      .executeTakeFirst(),
  );
  return photo ? { id: photo.id, name: photo.file_name, picture: pictureOf(photo) } : null;
}
