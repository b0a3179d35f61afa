import type { Database, Sql } from "../database/database.ts";
import { foreignKeyViolation, hasSqlState } from "../database/sql-state.ts";
import { ownPhoto } from "../photos/own-photo.server.ts";
import { admitGenerations } from "./admit-generations.server.ts";
import type { GenerationLimits, GenerationRefusal } from "./generation-limits.ts";
import type { Recipe } from "./image-generator.ts";
import { progressAt } from "./progress.ts";
import type { TransformationQueue } from "./transformation-queue.ts";

export interface TransformationRequest {
  memberId: string;
  recipe: Recipe;
  /** The result's name in the history, 255 characters at most. */
  name: string;
  photoId: string;
  draftId: string | null;
  /** The finished portrait this is another angle of. */
  parentId?: string;
  /** Requests with the same key are the same request: one row, one gem, one job. 8 to 100 characters. */
  idempotencyKey: string;
}

export type RequestAnswer =
  | { ok: true; transformationId: string }
  | { ok: false; problem: "insufficient-gems" | "photo-missing" }
  | { ok: false; problem: "limited"; refusal: GenerationRefusal };

/** Gems one transformation costs (spec.md, point 9). */
export const transformationPrice = 1;

/**
 * Starts a transformation: its row, the held gem and the queued job come into being together or not at all
 * (product.md, promise 1). Repeating a request returns the transformation the first one started, whatever the limits say.
 */
export async function requestTransformation(
  services: { database: Database; queue: TransformationQueue; generationLimits: GenerationLimits },
  request: TransformationRequest,
): Promise<RequestAnswer> {
  const { database, queue, generationLimits } = services;
  // Row level security says whose photo it is, before the service role does anything with it.
  const own = await ownPhoto(database, request.memberId, request.photoId);
  if (own?.kind !== "original") return { ok: false, problem: "photo-missing" };
  try {
    const answer = await database.asService(async (sql): Promise<RequestAnswer | null> => {
      const photo = await sql
        .selectFrom("photos")
        .select("id")
        .where("id", "=", request.photoId)
        .where("user_id", "=", request.memberId)
        .executeTakeFirst();
      if (!photo) return { ok: false, problem: "photo-missing" };
      const created = await insert(sql, request);
      if (!created) return null;
      const refusal = await admitGenerations(sql, request.memberId, 1, generationLimits);
      if (refusal) throw new Limited(refusal);
      if (!(await hold(sql, request.memberId, created.id))) throw new InsufficientGems();
      await queue.add(sql, { transformationId: created.id, memberId: request.memberId });
      return { ok: true, transformationId: created.id };
    });
    if (answer) return answer;
    const earlier = await alreadyRequested(database, request);
    // Deleted in between: then this is the first request again.
    return earlier ? { ok: true, transformationId: earlier.id } : requestTransformation(services, request);
  } catch (error) {
    if (error instanceof InsufficientGems) return { ok: false, problem: "insufficient-gems" };
    if (error instanceof Limited) return { ok: false, problem: "limited", refusal: error.refusal };
    // Deleted in between: the photo, or what it was to be another angle of.
    if (hasSqlState(error, foreignKeyViolation)) return { ok: false, problem: "photo-missing" };
    throw error;
  }
}

/** Thrown to undo the row: a request that cannot be paid leaves nothing behind. */
class InsufficientGems extends Error {}

/** Thrown to undo the row: a request that no limit lets in leaves nothing behind. */
class Limited extends Error {
  readonly refusal: GenerationRefusal;
  constructor(refusal: GenerationRefusal) {
    super(refusal.limit);
    this.refusal = refusal;
  }
}

/** Null when this key was used before. Waits for a concurrent request with the same key to end. */
function insert(sql: Sql, request: TransformationRequest) {
  const { memberId, recipe, name, photoId, draftId, parentId, idempotencyKey } = request;
  return sql
    .insertInto("transformations")
    .values({
      user_id: memberId,
      tool: recipe.tool,
      recipe: JSON.stringify(recipe),
      original_name: name,
      original_photo_id: photoId,
      original_url: `/images/${photoId}/full`,
      draft_id: draftId,
      parent_id: parentId ?? null,
      idempotency_key: idempotencyKey,
      coins_used: transformationPrice,
      progress: progressAt.held,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "idempotency_key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
}

function alreadyRequested(database: Database, { memberId, idempotencyKey }: TransformationRequest) {
  return database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformations")
      .select("id")
      .where("user_id", "=", memberId)
      .where("idempotency_key", "=", idempotencyKey)
      .executeTakeFirst(),
  );
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
