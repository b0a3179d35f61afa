import type { Database, Sql } from "../../server/database/database.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";
import type { Services } from "../../services.ts";
import { neededNothing } from "../../transformations/ending/failures.ts";
import type { Recipe } from "../../transformations/image-generator.ts";
import {
  addTransformations,
  lockOriginals,
  startRefusal,
  type StartRefusal,
} from "../../transformations/requesting/request-transformation.server.ts";
import { batchKey } from "./batch-draft.server.ts";
import { readBatch } from "./read-batch.server.ts";

type Requesting = Pick<Services, "database" | "queue" | "generationLimits">;
type NotEntitled = { ok: false; problem: "not-entitled" };

interface BatchRequest {
  memberId: string;
  draftId: string;
  recipe: Recipe;
  /** Position from 1; `name` is the result's in the history. */
  photos: readonly { id: string; position: number; name: string }[];
}

type BatchAnswer =
  | { ok: true; batchId: string }
  | StartRefusal
  | NotEntitled
  /** The draft's photos changed since the page was rendered. */
  | { ok: false; problem: "photos-changed" };

/** Inserts batch and transformations, holds gems, queues jobs, or nothing. Repeatable: one batch per draft. */
export async function requestBatch(
  requesting: Requesting,
  { memberId, draftId, recipe, photos }: BatchRequest,
): Promise<BatchAnswer> {
  return requesting.database
    .asService(async (sql): Promise<BatchAnswer> => {
      const earlier = await batchOfDraft(sql, memberId, draftId).executeTakeFirst();
      if (earlier) return { ok: true, batchId: earlier.id };
      const ids = photos.map(({ id }) => id);
      if (!(await lockOriginals(sql, memberId, ids))) return { ok: false, problem: "photo-missing" };
      // Waits for concurrent changes of the draft's photos.
      const draft = await sql
        .selectFrom("drafts")
        .select("id")
        .where("id", "=", draftId)
        .where("user_id", "=", memberId)
        .forKeyShare()
        .executeTakeFirst();
      if (!draft) return { ok: false, problem: "photo-missing" };
      const draftPhotos = await sql
        .selectFrom("draft_photos")
        .select("photo_id")
        .where("draft_id", "=", draftId)
        .execute();
      const there = new Set(draftPhotos.map((row) => row.photo_id));
      if (!ids.every((id) => there.has(id))) return { ok: false, problem: "photos-changed" };
      if (!(await readEntitlements(sql, memberId)).batch) return { ok: false, problem: "not-entitled" };
      const batch = await sql
        .insertInto("batches")
        .values({ user_id: memberId, tool: recipe.tool, draft_id: draftId, idempotency_key: batchKey(draftId) })
        .onConflict((conflict) => conflict.columns(["user_id", "idempotency_key"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      if (!batch) {
        const { id } = await batchOfDraft(sql, memberId, draftId).executeTakeFirstOrThrow();
        return { ok: true, batchId: id };
      }
      const additions = photos.map(({ id, position, name }) => ({
        recipe,
        name,
        photoId: id,
        draftId: null,
        batch: { id: batch.id, position },
        idempotencyKey: `${batch.id}.${position}`,
      }));
      await addTransformations(sql, requesting, memberId, additions);
      return { ok: true, batchId: batch.id };
    })
    .catch(startRefusal);
}

function batchOfDraft(sql: Sql, memberId: string, draftId: string) {
  return sql
    .selectFrom("batches")
    .select("id")
    .where("user_id", "=", memberId)
    .where("idempotency_key", "=", batchKey(draftId));
}

export type RetryAnswer =
  | { ok: true }
  | StartRefusal
  | NotEntitled
  | { ok: false; problem: "not-found" | "failed-changed" };

/**
 * Retries all failures of a batch with a gem each, or none. `listed` are those the page priced: when others failed
 * since, nothing starts. Repeatable.
 */
export async function retryBatch(
  requesting: Requesting,
  memberId: string,
  { batchId, shown: listed }: { batchId: string; shown: readonly string[] },
): Promise<RetryAnswer> {
  const batch = await readBatch(requesting.database, memberId, batchId);
  if (!batch) return { ok: false, problem: "not-found" };
  const failed = batch.photos.flatMap((each) =>
    each.status === "failed" && each.originalId && !neededNothing(each.failure)
      ? [{ ...each, photoId: each.originalId }]
      : [],
  );
  const asShown = failed.length > 0 && failed.length === listed.length && failed.every(({ id }) => listed.includes(id));
  if (!asShown) {
    const repeated = await wereTriedAgain(requesting.database, memberId, listed);
    return repeated ? { ok: true } : { ok: false, problem: "failed-changed" };
  }
  const additions = failed.map(({ id, photoId, position, name, recipe }) => ({
    recipe,
    name,
    photoId,
    draftId: null,
    batch: { id: batch.id, position },
    idempotencyKey: retryKey(id),
  }));
  return requesting.database
    .asService(async (sql): Promise<RetryAnswer> => {
      if (!(await readEntitlements(sql, memberId)).batch) return { ok: false, problem: "not-entitled" };
      await addTransformations(sql, requesting, memberId, additions);
      return { ok: true };
    })
    .catch(startRefusal);
}

const retryKey = (failedId: string) => `${failedId}.again`;

/** A repeated submit, after a lost answer. */
async function wereTriedAgain(database: Database, memberId: string, failedIds: readonly string[]): Promise<boolean> {
  if (!failedIds.length) return false;
  const rows = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformations")
      .select("id")
      .where("user_id", "=", memberId)
      .where("idempotency_key", "in", failedIds.map(retryKey))
      .execute(),
  );
  return rows.length === new Set(failedIds).size;
}
