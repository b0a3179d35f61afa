import { sql } from "kysely";
import fc from "fast-check";
import { failTransformation } from "../../app/transformations/ending/end-transformation.server.ts";
import type { Failure } from "../../app/transformations/ending/failures.ts";
import { creditBack } from "../../app/transformations/ending/credit-back.server.ts";
import { defaultGenerationLimits as generationLimits } from "../../app/transformations/requesting/limits.ts";
import { requestTransformation } from "../../app/transformations/requesting/request-transformation.server.ts";
import type { TransformationQueue } from "../../app/transformations/requesting/requesting.ts";
import type { OpenEngine } from "./engines.ts";
import { complete, type Scene, type ScenePerson } from "./gem-scene.ts";
import { readBatch } from "../../app/tools/batch/read-batches.server.ts";
import { requestBatch, retryBatch } from "../../app/tools/batch/request-batch.server.ts";

/** An action on one of a member's batches. */
type BatchAction =
  | { do: "start a batch"; member: number; draft: number; photos: number; crash: boolean }
  | { do: "try a batch again"; member: number; draft: number }
  | { do: "end one of a batch"; member: number; draft: number; place: number; completes: boolean };

const of = { member: fc.nat({ max: 1 }), draft: fc.nat({ max: 1 }) };

const batchActions: fc.Arbitrary<BatchAction> = fc.oneof(
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

/** Performs the action like the server. @throws only the errors of a cut connection or a crash. */
async function performOnBatch(
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

/** An action on one member's gems. Keys and references are few, so that many actions are repetitions. */
export type GemAction =
  | { do: "request"; member: number; key: number }
  | { do: "request and crash before commit"; member: number; key: number }
  | { do: "hold again" | "complete" | "return" | "credit back"; member: number; key: number }
  | { do: "fail"; member: number; key: number; failure: Failure }
  | BatchAction
  | { do: "buy"; member: number; reference: number; gems: number }
  | { do: "cut a connection" };

const member = fc.nat({ max: 1 });
const key = fc.nat({ max: 4 });

export const gemActions: fc.Arbitrary<GemAction> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("request" as const), member, key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("request and crash before commit" as const), member, key }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom("hold again", "complete", "return", "credit back"), member, key }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fail" as const),
      member,
      key,
      failure: fc.constantFrom("blocked", "timeout", "cancelled"),
    }),
  },
  { weight: 5, arbitrary: batchActions },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("buy" as const),
      member,
      reference: fc.nat({ max: 2 }),
      gems: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cut a connection" as const) }) },
);

/** Performs the action like the server. @throws only the errors of a cut connection or a crash. */
export async function perform({ database, kysely }: OpenEngine, scene: Scene, action: GemAction): Promise<void> {
  if (action.do === "cut a connection") {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and application_name = 'photogem' and state <> 'idle' and pid <> pg_backend_pid() limit 1`.execute(kysely);
    return;
  }
  const person = scene.members[action.member];
  if (!person) throw new Error("no such member");
  if (action.do === "buy") {
    const reference = `${scene.run}-${action.reference}`;
    await database.asService((trx) =>
      sql`select public.add_coins_to_user(${person.id}, ${action.gems}, 'purchase', ${reference})`.execute(trx),
    );
    return;
  }
  if ("draft" in action) return performOnBatch({ database, kysely }, scene, person, action);
  const idempotencyKey = `${scene.run}-${action.key}`;
  if (action.do === "request" || action.do === "request and crash before commit") {
    const queue: TransformationQueue = {
      add: async (trx, job) => {
        await scene.queue.add(trx, job);
        if (action.do !== "request") throw new Error("crashed");
      },
    };
    const request = {
      memberId: person.id,
      recipe: { tool: "surprise-me" },
      name: "Lagos",
      photoId: person.photo,
      draftId: null,
    };
    await requestTransformation({ database, queue, generationLimits }, { ...request, idempotencyKey });
    return;
  }
  const transformation = await kysely
    .selectFrom("transformations")
    .select(["id", "result_photo_id"])
    .where("user_id", "=", person.id)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  if (!transformation) return;
  const { id } = transformation;
  if (action.do === "credit back") await creditBack(database, person.id, id, null);
  else if (action.do === "fail") await failTransformation(database, id, action.failure);
  else if (action.do === "complete") await complete(database, transformation);
  else {
    const call =
      action.do === "return"
        ? sql`public.return_coins_for_transformation(${person.id}, ${id}, 'returned')`
        : sql`public.deduct_coins_for_transformation(${person.id}, ${id}, 1)`;
    await database.asService((trx) => sql`select ${call}`.execute(trx));
  }
}
