import { sql as text } from "kysely";
import type { Database } from "../server/database/database.ts";
import { originalDaysMs } from "../photos/retention/limits.ts";
import type { Transformation } from "./read-transformation.server.ts";

export type OriginalRetention =
  | { is: "retained" }
  /** Days until deletion, 0 on the last. */
  | { is: "expiring"; days: number }
  | { is: "deleted"; at: Date };

const dayMs = 24 * 3_600_000;

/** Null when its owner deleted the photo. Matches sweep-photos.server.ts; a draft may hold a photo a day longer. */
export async function readOriginalRetention(
  database: Database,
  memberId: string,
  { originalPhotoId, originalDeletedAt }: Pick<Transformation, "originalPhotoId" | "originalDeletedAt">,
  now = new Date(),
): Promise<OriginalRetention | null> {
  if (originalDeletedAt) return { is: "deleted", at: originalDeletedAt };
  if (!originalPhotoId) return null;
  const row = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("profiles as p")
      .select(["p.keep_originals", "p.originals_counted_from"])
      .select((eb) =>
        eb
          .selectFrom("transformations as t")
          .select(text<Date | null>`max(coalesce(t.finished_at, t.created_at))`.as("ended"))
          .where("t.original_photo_id", "=", originalPhotoId)
          .where("t.user_id", "=", memberId)
          .as("ended"),
      )
      .where("p.user_id", "=", memberId)
      .executeTakeFirst(),
  );
  if (!row || row.keep_originals) return { is: "retained" };
  const goesAt = Math.max(row.ended?.getTime() ?? 0, row.originals_counted_from.getTime()) + originalDaysMs;
  return { is: "expiring", days: Math.max(0, Math.ceil((goesAt - now.getTime()) / dayMs)) };
}
