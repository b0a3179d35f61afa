import { sql as text } from "kysely";
import { isRowId } from "../../photos/own-photo.server.ts";
import type { Database, Sql } from "../../server/database/database.ts";
import { foreignKeyViolation, hasSqlState } from "../../server/database/sql-state.ts";
import type { Recipe } from "../image-generator.ts";
import { progressAt } from "../progress.ts";
import type { TransformationQueue } from "../running/transformation-queue.ts";
import type { GenerationLimits, GenerationRefusal } from "./limits.ts";

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
  | { ok: false; problem: "insufficient-gems" | "photo-missing" }
  | { ok: false; problem: "limited"; refusal: GenerationRefusal };

export interface TransformationRequest extends Omit<Addition, "batch"> {
  memberId: string;
}

export type RequestAnswer = { ok: true; transformationId: string } | StartRefusal;

interface Requesting {
  queue: TransformationQueue;
  generationLimits: GenerationLimits;
}

/**
 * Inserts the row, holds the gem and queues the job in one transaction (docs/product/decisions.md, promise 1). A known
 * key answers the first transformation's id.
 */
export async function requestTransformation(
  { database, ...requesting }: Requesting & { database: Database },
  { memberId, ...addition }: TransformationRequest,
): Promise<RequestAnswer> {
  return database
    .asService((sql) => addTransformation(sql, requesting, memberId, addition))
    .then((transformationId) => ({ ok: true as const, transformationId }), startRefusal);
}

/** Thrown inside the transaction to roll it back. */
class NotStarted extends Error {
  readonly refusal: StartRefusal;

  constructor(refusal: StartRefusal) {
    super(refusal.problem);
    this.refusal = refusal;
  }
}

/** Answers for the error that rolled back a service transaction. @throws an error that is no refusal. */
export function startRefusal(error: unknown): StartRefusal {
  if (error instanceof NotStarted) return error.refusal;
  if (hasSqlState(error, foreignKeyViolation)) return { ok: false, problem: "photo-missing" };
  throw error;
}

/** Adds one in the caller's service transaction; answers its id, or the first one's for a known key. */
export async function addTransformation(
  sql: Sql,
  requesting: Requesting,
  memberId: string,
  addition: Addition,
): Promise<string> {
  const [added] = await addTransformations(sql, requesting, memberId, [addition]);
  if (added) return added;
  const earlier = await sql
    .selectFrom("transformations")
    .select("id")
    .where("user_id", "=", memberId)
    .where("idempotency_key", "=", addition.idempotencyKey)
    .executeTakeFirst();
  // Deleted since the first attempt: treat the request as new.
  return earlier?.id ?? addTransformation(sql, requesting, memberId, addition);
}

/**
 * In the caller's service transaction: rows, held gems and jobs, all or none. Answers the new ids; repeated keys add
 * nothing. Locks photos before the profile, like every other writer. The caller turns errors into `startRefusal`.
 */
export async function addTransformations(
  sql: Sql,
  { queue, generationLimits }: Requesting,
  memberId: string,
  additions: readonly Addition[],
): Promise<string[]> {
  const photoIds = additions.map(({ photoId }) => photoId);
  if (!(await lockOriginals(sql, memberId, photoIds))) throw new NotStarted({ ok: false, problem: "photo-missing" });
  const added = await insert(sql, memberId, additions);
  if (!added.length) return [];
  const refusal = await enforceLimits(sql, memberId, added.length, generationLimits);
  if (refusal) throw new NotStarted({ ok: false, problem: "limited", refusal });
  for (const { id } of added) {
    if (!(await hold(sql, memberId, id))) throw new NotStarted({ ok: false, problem: "insufficient-gems" });
  }
  for (const { id } of added) await queue.add(sql, { transformationId: id, memberId });
  return added.map(({ id }) => id);
}

/** False when one is missing, malformed or another member's. */
export async function lockOriginals(sql: Sql, memberId: string, photoIds: readonly string[]): Promise<boolean> {
  if (!photoIds.length || !photoIds.every(isRowId)) return false;
  const locked = await sql
    .selectFrom("photos")
    .select("id")
    .where("id", "in", photoIds)
    .where("user_id", "=", memberId)
    .where("kind", "=", "original")
    .orderBy("id")
    .forKeyShare()
    .execute();
  return locked.length === new Set(photoIds).size;
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

/** Counts the rows just inserted. Runs in the transaction that holds the gems, so no race exceeds a limit. */
export async function enforceLimits(
  sql: Sql,
  memberId: string,
  count: number,
  { runningPerMember, dailyPerMember, dailyWithoutPurchase, daily }: GenerationLimits,
): Promise<GenerationRefusal | null> {
  const { rows } = await text<{ limit: GenerationRefusal["limit"]; remaining: number | null; waitSeconds: number }>`
    select refused as "limit", room as remaining, wait_seconds as "waitSeconds"
    from public.admit_generations(
      ${memberId}, ${count}, ${runningPerMember}, ${dailyPerMember}, ${dailyWithoutPurchase}, ${daily})`.execute(sql);
  return rows[0] ?? null;
}
