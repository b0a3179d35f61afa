import { sql } from "kysely";
import fc from "fast-check";
import { failTransformation } from "../../app/transformations/ending/end-transformation.server.ts";
import type { Failure } from "../../app/transformations/ending/failures.ts";
import { creditBack } from "../../app/transformations/ending/credit-back.server.ts";
import { defaultGenerationLimits as generationLimits } from "../../app/transformations/requesting/limits.ts";
import { requestTransformation } from "../../app/transformations/requesting/request-transformation.server.ts";
import type { TransformationQueue } from "../../app/transformations/requesting/requesting.ts";
import { type BatchAction, batchActions, performOnBatch } from "./batch-actions.ts";
import type { OpenEngine } from "./engines.ts";
import { complete, type Scene } from "./gem-scene.ts";

/** Something that happens to one member's gems. Keys and references are few, so that many of them are repetitions. */
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

/** Carries the action out as the server does. @throws only what a cut connection or the crash throws. */
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
