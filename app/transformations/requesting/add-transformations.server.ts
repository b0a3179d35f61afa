import type { Sql } from "../../server/database/database.ts";
import { enforceLimits } from "./enforce-limits.server.ts";
import type { GenerationLimits, GenerationRefusal } from "./limits.ts";
import type { Recipe } from "../image-generator.ts";
import { progressAt } from "../progress.ts";
import type { TransformationQueue } from "../running/transformation-queue.ts";

/** One transformation to be made. */
export interface Addition {
  recipe: Recipe;
  /** The result's name in the history, 255 characters at most. */
  name: string;
  photoId: string;
  draftId: string | null;
  /** The finished portrait this is another angle of. */
  parentId?: string;
  /** The batch it belongs to, and which of its photos it is made of, from 1. */
  batch?: { id: string; position: number };
  /** A member's requests with the same key are the same request: one row, one gem, one job. 8 to 100 characters. */
  idempotencyKey: string;
}

/** Gems one transformation costs (docs/product/specification.md, "Constants and limits"). */
export const transformationPrice = 1;

/** Why nothing was started. */
export type StartRefusal =
  | { problem: "insufficient-gems" | "photo-missing" }
  | { problem: "not-entitled" }
  | { problem: "limited"; refusal: GenerationRefusal };

/** Thrown inside the transaction, so that nothing of it stays. */
export class NotStarted extends Error {
  readonly refusal: StartRefusal;

  constructor(refusal: StartRefusal) {
    super(refusal.problem);
    this.refusal = refusal;
  }
}

/**
 * In the caller's transaction, as the service role: the rows, a gem held for each, and their jobs. Answers the ids of
 * those added, in order; what was asked for before under its key is left as it is, and is not among them. Rows are held
 * in the order everybody takes them in: the photos, then, by the new rows, the profile.
 * @throws NotStarted when a photo is not this member's (any more), or they have too few gems for all of them, or a limit is
 * reached.
 */
export async function addTransformations(
  sql: Sql,
  { queue, generationLimits }: { queue: TransformationQueue; generationLimits: GenerationLimits },
  memberId: string,
  additions: readonly Addition[],
): Promise<string[]> {
  if (!additions.length) return [];
  const photoIds = new Set(additions.map(({ photoId }) => photoId));
  const photos = await sql
    .selectFrom("photos")
    .select("id")
    .where("id", "in", [...photoIds])
    .where("user_id", "=", memberId)
    .orderBy("id")
    .forKeyShare()
    .execute();
  if (photos.length < photoIds.size) throw new NotStarted({ problem: "photo-missing" });
  const added = await insert(sql, memberId, additions);
  if (!added.length) return [];
  const refusal = await enforceLimits(sql, memberId, added.length, generationLimits);
  if (refusal) throw new NotStarted({ problem: "limited", refusal });
  for (const { id } of added) {
    if (!(await hold(sql, memberId, id))) throw new NotStarted({ problem: "insufficient-gems" });
  }
  for (const { id } of added) await queue.add(sql, { transformationId: id, memberId });
  return added.map(({ id }) => id);
}

/** Waits for a concurrent request with the same key to end. */
function insert(sql: Sql, memberId: string, additions: readonly Addition[]) {
  return sql
    .insertInto("transformations")
    .values(
      additions.map(({ recipe, name, photoId, draftId, parentId, batch, idempotencyKey }) => ({
        user_id: memberId,
        tool: recipe.tool,
        recipe: JSON.stringify(recipe),
        original_name: name,
        original_photo_id: photoId,
        original_url: `/images/${photoId}/full`,
        draft_id: draftId,
        parent_id: parentId ?? null,
        batch_id: batch?.id ?? null,
        batch_position: batch?.position ?? null,
        idempotency_key: idempotencyKey,
        coins_used: transformationPrice,
        progress: progressAt.held,
      })),
    )
    .onConflict((conflict) => conflict.columns(["user_id", "idempotency_key"]).doNothing())
    .returning("id")
    .execute();
}

async function hold(sql: Sql, memberId: string, transformationId: string): Promise<boolean> {
  const answer = await sql
    .selectNoFrom((eb) =>
      eb
        .fn<boolean>("public.deduct_coins_for_transformation", [
          eb.cast(eb.val(memberId), "uuid"),
          eb.cast(eb.val(transformationId), "uuid"),
          eb.cast(eb.val(transformationPrice), "integer"),
        ])
        .as("held"),
    )
    .executeTakeFirstOrThrow();
  return answer.held;
}
