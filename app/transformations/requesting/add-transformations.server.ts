import type { Sql } from "../../server/database/database.ts";
import { enforceLimits } from "./enforce-limits.server.ts";
import type { GenerationLimits, GenerationRefusal } from "./limits.ts";
import type { Recipe } from "../image-generator.ts";
import { progressAt } from "../progress.ts";
import type { TransformationQueue } from "../running/transformation-queue.ts";

export interface Addition {
  recipe: Recipe;
  name: string;
  photoId: string;
  draftId: string | null;
  parentId?: string;
  batch?: { id: string; position: number };
  /** 8 to 100 characters. Requests of one member with the same key share one row, one gem and one job. */
  idempotencyKey: string;
}

/** Gems per transformation (docs/product/specification.md, "Constants and limits"). */
export const transformationPrice = 1;

export type StartRefusal =
  | { problem: "insufficient-gems" | "photo-missing" }
  | { problem: "not-entitled" }
  | { problem: "limited"; refusal: GenerationRefusal };

/** Thrown inside the transaction to roll it back. */
export class NotStarted extends Error {
  readonly refusal: StartRefusal;

  constructor(refusal: StartRefusal) {
    super(refusal.problem);
    this.refusal = refusal;
  }
}

/**
 * In the caller's service transaction: rows, held gems and jobs. Answers the new ids; repeated keys add nothing. Locks
 * photos before the profile, like every other writer.
 * @throws NotStarted
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
