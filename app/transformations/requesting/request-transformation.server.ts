import { sql as text } from "kysely";
import { isRowId } from "../../photos/own-photo.server.ts";
import { type Database, type Sql, diskFull, foreignKeyViolation, hasSqlState } from "../../server/database/database.ts";
import type { Recipe } from "../image-generator.ts";
import { progressAt } from "../progress.ts";
import type { GenerationLimits, GenerationRefusal } from "./limits.ts";
import type { Requesting } from "./requesting.ts";

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

type Parts = Pick<Requesting, "queue" | "generationLimits">;

/**
 * Inserts the row, holds the gem and queues the job in one transaction (docs/product/decisions.md, promise 1). For a
 * known key, returns the first transformation's id.
 */
export async function requestTransformation(
  parts: Parts & { database: Database },
  request: TransformationRequest,
): Promise<RequestAnswer> {
  const { database } = parts;
  const { memberId, ...addition } = request;
  if (!(await ownOriginals(database, memberId, [addition.photoId]))) return { ok: false, problem: "photo-missing" };
  const answer = await database
    .asService(async (sql): Promise<RequestAnswer | null> => {
      const [transformationId] = await addTransformations(sql, parts, memberId, [addition]);
      return transformationId ? { ok: true, transformationId } : null;
    })
    .catch(startRefusal);
  // Deleted since the first attempt: treat the request as new.
  return (
    answer ??
    (await requestedBefore(database, memberId, addition.idempotencyKey)) ??
    requestTransformation(parts, request)
  );
}

/** Row level security proves the owner before a service transaction uses the photos. */
export async function ownOriginals(
  database: Database,
  memberId: string,
  photoIds: readonly string[],
): Promise<boolean> {
  if (!photoIds.length || !photoIds.every(isRowId)) return false;
  const own = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("photos")
      .select("id")
      .where("id", "in", photoIds)
      .where("user_id", "=", memberId)
      .where("kind", "=", "original")
      .execute(),
  );
  return own.length === new Set(photoIds).size;
}

/** The first transformation of a key, for the member alone. */
export async function requestedBefore(
  database: Database,
  memberId: string,
  idempotencyKey: string,
): Promise<RequestAnswer | null> {
  const first = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformations")
      .select("id")
      .where("user_id", "=", memberId)
      .where("idempotency_key", "=", idempotencyKey)
      .executeTakeFirst(),
  );
  return first ? { ok: true, transformationId: first.id } : null;
}

/** Thrown inside the transaction to roll it back. */
class NotStarted extends Error {
  readonly refusal: StartRefusal;

  constructor(refusal: StartRefusal) {
    super(refusal.problem);
    this.refusal = refusal;
  }
}

/** The refusal in an error that rolled back a service transaction. @throws an error that is no refusal. */
export function startRefusal(error: unknown): StartRefusal {
  if (error instanceof NotStarted) return error.refusal;
  if (hasSqlState(error, foreignKeyViolation)) return { ok: false, problem: "photo-missing" };
  if (hasSqlState(error, diskFull)) {
    return { ok: false, problem: "limited", refusal: { limit: "storage", remaining: null, waitSeconds: 120 } };
  }
  throw error;
}

/**
 * Adds rows, held gems and jobs in the caller's service transaction, all or none. Returns the new ids; repeated keys
 * add nothing. Locks photos before the profile, like every other writer. The caller has checked `ownOriginals` and
 * handles errors by `startRefusal`.
 */
export async function addTransformations(
  sql: Sql,
  { queue, generationLimits }: Parts,
  memberId: string,
  additions: readonly Addition[],
): Promise<string[]> {
  const photoIds = [...new Set(additions.map(({ photoId }) => photoId))];
  const photos = await sql
    .selectFrom("photos")
    .select("id")
    .where("id", "in", photoIds)
    .where("user_id", "=", memberId)
    .orderBy("id")
    .forKeyShare()
    .execute();
  if (photos.length < photoIds.length) throw new NotStarted({ ok: false, problem: "photo-missing" });
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
