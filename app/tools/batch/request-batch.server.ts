import type { Database } from "../../server/database/database.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";
import type { Requesting } from "../../transformations/requesting/requesting.ts";
import { neededNothing } from "../../transformations/ending/failures.ts";
import type { Recipe } from "../../transformations/image-generator.ts";
import {
  addTransformations,
  ownOriginals,
  startRefusal,
  type StartRefusal,
} from "../../transformations/requesting/request-transformation.server.ts";
import { batchKey } from "./batch-draft.server.ts";
import { readBatch } from "./read-batches.server.ts";

type Parts = Pick<Requesting, "queue" | "generationLimits"> & { database: Database };
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
export async function requestBatch(parts: Parts, request: BatchRequest): Promise<BatchAnswer> {
  const { memberId, draftId, recipe, photos } = request;
  const { database } = parts;
  const ids = photos.map(({ id }) => id);
  if (!(await ownOriginals(database, memberId, ids))) return { ok: false, problem: "photo-missing" };
  const earlier = await batchOfDraft(database, memberId, draftId);
  if (earlier) return earlier;
  const answer = await database
    .asService(async (sql): Promise<BatchAnswer | null> => {
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
      if (!batch) return null;
      const additions = photos.map(({ id, position, name }) => ({
        recipe,
        name,
        photoId: id,
        draftId: null,
        batch: { id: batch.id, position },
        idempotencyKey: `${batch.id}.${position}`,
      }));
      await addTransformations(sql, parts, memberId, additions);
      return { ok: true, batchId: batch.id };
    })
    .catch(startRefusal);
  // Another submit was faster.
  return answer ?? (await batchOfDraft(database, memberId, draftId)) ?? requestBatch(parts, request);
}

async function batchOfDraft(database: Database, memberId: string, draftId: string): Promise<BatchAnswer | null> {
  const batch = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("batches")
      .select("id")
      .where("user_id", "=", memberId)
      .where("idempotency_key", "=", batchKey(draftId))
      .executeTakeFirst(),
  );
  return batch ? { ok: true, batchId: batch.id } : null;
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
  parts: Parts,
  memberId: string,
  { batchId, shown: listed }: { batchId: string; shown: readonly string[] },
): Promise<RetryAnswer> {
  const batch = await readBatch(parts.database, memberId, batchId);
  if (!batch) return { ok: false, problem: "not-found" };
  const failed = batch.photos.flatMap((each) =>
    each.status === "failed" && each.originalId && !neededNothing(each.failure)
      ? [{ ...each, photoId: each.originalId }]
      : [],
  );
  const asShown = failed.length > 0 && failed.length === listed.length && failed.every(({ id }) => listed.includes(id));
  if (!asShown) {
    const repeated = await wereTriedAgain(parts.database, memberId, listed);
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
  const ids = failed.map(({ photoId }) => photoId);
  if (!(await ownOriginals(parts.database, memberId, ids))) return { ok: false, problem: "photo-missing" };
  return parts.database
    .asService(async (sql): Promise<RetryAnswer> => {
      if (!(await readEntitlements(sql, memberId)).batch) return { ok: false, problem: "not-entitled" };
      await addTransformations(sql, parts, memberId, additions);
      return { ok: true };
    })
    .catch(startRefusal);
}

const retryKey = (failedId: string) => `${failedId}.again`;

/** A repeated submit, after a lost response. */
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
