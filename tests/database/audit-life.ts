import fc from "fast-check";
import { sql } from "kysely";
import { pino } from "pino";
import { deleteTransformation } from "../../app/gallery/delete/delete-transformation.server.ts";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import type { OpenEngine } from "./engines.ts";
import { type GemAction, gemActions, perform } from "./gem-actions.ts";
import { furnished, type Scene } from "./gem-scene.ts";
import { newMember } from "./members.ts";

/** A fixed sequence of mixed actions, the same on every machine. */
const seed = 5;
const actions = 150;

const log = pino({ level: "silent" });
const photoHost = { delete: async () => {} } as unknown as PhotoHost;

export type AuditedLife = Awaited<ReturnType<typeof liveAuditedLife>>;

/**
 * Simulates members who register, buy, transform, fail, cancel, delete and leave, and payments that are paid, pending,
 * failed, or refunded before or after payment, all through the server's own functions.
 */
export async function liveAuditedLife(open: OpenEngine) {
  const { database, kysely } = open;
  const members = await Promise.all(
    ["ada@example.com", "bayo@gmail.com"].map(async (email) => {
      const id = await newMember(kysely, email);
      return furnished(kysely, id);
    }),
  );
  const [ada, bayo] = members;
  if (!ada || !bayo) throw new Error("no members");
  const scene: Scene = { run: "life-0001", members, queue: { add: async () => {} } };

  async function act(action: GemAction) {
    await perform(open, scene, action).catch((error: unknown) => {
      if (!/crashed/.test(String(error))) throw error;
    });
  }

  const paid = await buy(open, ada.id, "1-pro-NGN", 50);
  await buy(open, bayo.id, "2-popular-USD", 30);
  const refunded = await buy(open, bayo.id, "3-starter-NGN", 8);
  const pending = await begin(open, ada.id, "4-starter-NGN", 8);
  const unpaid = await begin(open, ada.id, "5-starter-NGN", 8);
  await takeBack(open, unpaid);

  for (const action of fc.sample(gemActions, { seed, numRuns: actions })) {
    if (action.do !== "cut a connection" && action.do !== "buy") await act(action);
  }
  await takeBack(open, refunded);
  // Uses keys beyond the sample's, so that each end occurs regardless of the sample.
  for (const [key, end] of [
    [10, "complete"],
    [11, "fail"],
    [12, null],
    [13, "complete"],
    [14, "fail"],
    [15, null],
    [16, "complete"],
    [17, "complete"],
  ] as const) {
    await act({ do: "request", member: 0, key });
    if (end === "complete") await act({ do: end, member: 0, key });
    if (end === "fail") await act({ do: end, member: 0, key, failure: "blocked" });
  }
  const idOf = async (key: number) => {
    const row = await kysely
      .selectFrom("transformations")
      .select("id")
      .where("idempotency_key", "=", `${scene.run}-${key}`)
      .where("user_id", "=", ada.id)
      .executeTakeFirstOrThrow();
    return row.id;
  };
  const [completed, failed, processing] = [await idOf(10), await idOf(11), await idOf(12)];
  for (const key of [16, 17]) await act({ do: "credit back", member: 0, key });
  const creditedBack = await idOf(16);
  for (const key of [13, 14, 15]) await deleteTransformation({ database, photoHost, log }, ada.id, await idOf(key));

  const leaver = await newMember(kysely, "chi@example.com");
  const leaversPurchase = await buy(open, leaver, "6-starter-NGN", 8);
  scene.members.push(await furnished(kysely, leaver));
  await act({ do: "request", member: 2, key: 20 });
  await act({ do: "complete", member: 2, key: 20 });
  await sql`delete from auth.users where id = ${leaver}`.execute(kysely);

  // A batch of three: one completes, one fails and is retried, one waits.
  const [, , draft = ""] = bayo.drafts;
  await act({ do: "start a batch", member: 1, draft: 2, photos: 3, crash: false });
  await act({ do: "end one of a batch", member: 1, draft: 2, place: 0, completes: true });
  await act({ do: "end one of a batch", member: 1, draft: 2, place: 1, completes: false });
  await act({ do: "try a batch again", member: 1, draft: 2 });
  const batched = await kysely
    .selectFrom("batches as b")
    .innerJoin("transformations as t", "t.batch_id", "b.id")
    .select(["t.id", "t.status", "b.id as batch"])
    .where("b.draft_id", "=", draft)
    .orderBy("t.batch_position")
    .orderBy("t.created_at")
    .execute();
  const [, failedInBatch, triedAgain, waiting] = batched;
  const batch = {
    id: waiting?.batch ?? "",
    failed: failedInBatch?.id ?? "",
    triedAgain: triedAgain?.id ?? "",
    waiting: waiting?.id ?? "",
  };

  const transformations = { completed, failed, processing, creditedBack };
  return { ada: ada.id, bayo: bayo.id, leaver, leaversPurchase, ...transformations, batch, paid, refunded, pending };
}

async function begin({ database }: OpenEngine, memberId: string, reference: string, gems: number): Promise<string> {
  const usd = reference.endsWith("USD");
  await database.asService((trx) =>
    trx
      .insertInto("purchases")
      .values({
        user_id: memberId,
        reference,
        package_id: reference.split("-")[1] ?? "",
        package_name: "Bought",
        gems,
        amount_kobo: gems * 10_000,
        display_currency: usd ? "USD" : "NGN",
        display_amount_usd_cents: usd ? 214 : null,
      })
      .execute(),
  );
  return reference;
}

async function buy(open: OpenEngine, memberId: string, reference: string, gems: number): Promise<string> {
  await begin(open, memberId, reference, gems);
  await open.database.asService((trx) =>
    sql`select public.settle_purchase(${reference}, ${gems * 10_000}, 'NGN')`.execute(trx),
  );
  return reference;
}

const takeBack = ({ database }: OpenEngine, reference: string) =>
  database.asService((trx) =>
    sql`select public.record_refunds(${reference}, jsonb_build_array(jsonb_build_object(
      'id', '1', 'kind', 'refund', 'status', 'done',
      'amountKobo', (select amount_kobo from public.purchases where reference = ${reference}))))`.execute(trx),
  );
