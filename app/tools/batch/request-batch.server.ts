import type { Database } from "../../server/database/database.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";
import type { Services } from "../../services.ts";
import { NotStarted } from "../../transformations/requesting/add-transformations.server.ts";
import { neededNothing } from "../../transformations/ending/failures.ts";
import type { Recipe } from "../../transformations/image-generator.ts";
import {
  requestTransformations,
  type BatchAnswer,
} from "../../transformations/requesting/request-transformation.server.ts";
import { batchKey } from "./batch-draft.server.ts";
import { readBatch } from "./read-batch.server.ts";

type Requesting = Pick<Services, "database" | "queue" | "generationLimits">;
type Refused = Exclude<BatchAnswer, { ok: true }>;

interface BatchRequest {
  memberId: string;
  draftId: string;
  recipe: Recipe;
  /** Position from 1; `name` is the result's in the history. */
  photos: readonly { id: string; position: number; name: string }[];
}

/** The draft's photos changed since the page was rendered. */
type Changed = { ok: false; problem: "photos-changed" };

/** Inserts batch and transformations, holds gems, queues jobs, or nothing. Repeatable: one batch per draft. */
export async function requestBatch(
  requesting: Requesting,
  { memberId, draftId, recipe, photos }: BatchRequest,
): Promise<{ ok: true; batchId: string } | Refused | Changed> {
  const key = batchKey(draftId);
  let changed = false;
  const ids = photos.map(({ id }) => id);
  const answer = await requestTransformations(requesting, memberId, ids, async (sql) => {
    const batch = await sql
      .insertInto("batches")
      .values({ user_id: memberId, tool: recipe.tool, draft_id: draftId, idempotency_key: key })
      .onConflict((conflict) => conflict.columns(["user_id", "idempotency_key"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!batch) return [];
    // The foreign key to the draft has waited for concurrent changes.
    const draftPhotos = await sql
      .selectFrom("draft_photos")
      .select("photo_id")
      .where("draft_id", "=", draftId)
      .execute();
    const there = new Set(draftPhotos.map((row) => row.photo_id));
    changed = !ids.every((id) => there.has(id));
    if (changed) throw new NotStarted({ problem: "photo-missing" });
    if (!(await readEntitlements(sql, memberId)).batch) throw new NotStarted({ problem: "not-entitled" });
    return photos.map(({ id, position, name }) => ({
      recipe,
      name,
      photoId: id,
      draftId: null,
      batch: { id: batch.id, position },
      idempotencyKey: `${batch.id}.${position}`,
    }));
  });
  if (!answer.ok) return changed ? { ok: false, problem: "photos-changed" } : answer;
  const { id } = await requesting.database.asMember(memberId, (sql) =>
    sql
      .selectFrom("batches")
      .select("id")
      .where("user_id", "=", memberId)
      .where("idempotency_key", "=", key)
      .executeTakeFirstOrThrow(),
  );
  return { ok: true, batchId: id };
}

export type RetryAnswer = { ok: true } | Refused | { ok: false; problem: "not-found" | "failed-changed" };

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
  const ids = failed.map(({ photoId }) => photoId);
  const answer = await requestTransformations(requesting, memberId, ids, async (sql) => {
    if (!(await readEntitlements(sql, memberId)).batch) throw new NotStarted({ problem: "not-entitled" });
    return failed.map(({ id, photoId, position, name, recipe }) => ({
      recipe,
      name,
      photoId,
      draftId: null,
      batch: { id: batch.id, position },
      idempotencyKey: retryKey(id),
    }));
  });
  return answer.ok ? { ok: true } : answer;
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
