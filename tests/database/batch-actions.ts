import fc from "fast-check";
import { readBatch } from "../../app/tools/batch/read-batches.server.ts";
import { requestBatch, retryBatch } from "../../app/tools/batch/request-batch.server.ts";
import { failTransformation } from "../../app/transformations/ending/end-transformation.server.ts";
import { defaultGenerationLimits as generationLimits } from "../../app/transformations/requesting/limits.ts";
import type { TransformationQueue } from "../../app/transformations/requesting/requesting.ts";
import type { OpenEngine } from "./engines.ts";
import { complete, type Scene, type ScenePerson } from "./gem-scene.ts";

/** Something that happens to one of a member's batches. */
export type BatchAction =
  | { do: "start a batch"; member: number; draft: number; photos: number; crash: boolean }
  | { do: "try a batch again"; member: number; draft: number }
  | { do: "end one of a batch"; member: number; draft: number; place: number; completes: boolean };

const of = { member: fc.nat({ max: 1 }), draft: fc.nat({ max: 1 }) };

export const batchActions: fc.Arbitrary<BatchAction> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("start a batch" as const),
      ...of,
      photos: fc.integer({ min: 1, max: 3 }),
      crash: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("try a batch again" as const), ...of }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("end one of a batch" as const),
      ...of,
      place: fc.nat({ max: 2 }),
      completes: fc.boolean(),
    }),
  },
);

/** Carries the action out as the server does. @throws only what a cut connection or the crash throws. */
export async function performOnBatch(
  { database, kysely }: Pick<OpenEngine, "database" | "kysely">,
  scene: Scene,
  person: ScenePerson,
  action: BatchAction,
) {
  const draftId = person.drafts[action.draft] ?? "";
  if (action.do === "start a batch") {
    const photos = person.photos
      .slice(0, action.photos)
      .map((id, index) => ({ id, position: index + 1, name: "Lagos" }));
    let added = 0;
    const queue: TransformationQueue = {
      add: async (trx, job) => {
        await scene.queue.add(trx, job);
        if (action.crash && (added += 1) === photos.length) throw new Error("crashed");
      },
    };
    const request = { memberId: person.id, draftId, recipe: { tool: "surprise-me" }, photos };
    return void (await requestBatch({ database, queue, generationLimits }, request));
  }
  const batch = await kysely.selectFrom("batches").select("id").where("draft_id", "=", draftId).executeTakeFirst();
  if (!batch) return;
  if (action.do === "try a batch again") {
    const now = await readBatch(database, person.id, batch.id);
    const shown = now?.photos.flatMap(({ id, status, originalId }) => (status === "failed" && originalId ? [id] : []));
    const retrying = { database, queue: scene.queue, generationLimits };
    return void (await retryBatch(retrying, person.id, { batchId: batch.id, shown: shown ?? [] }));
  }
  const rows = await kysely
    .selectFrom("transformations")
    .select(["id", "result_photo_id"])
    .where("batch_id", "=", batch.id)
    .where("batch_position", "=", action.place + 1)
    .orderBy("created_at", "desc")
    .execute();
  const [last] = rows;
  if (!last) return;
  if (action.completes) await complete(database, last);
  else await failTransformation(database, last.id, "unclear");
}
