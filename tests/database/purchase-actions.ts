import { createHmac, randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { pino } from "pino";
import { RouterContextProvider } from "react-router";
import { type Database, databaseContext } from "../../app/server/database/database.ts";
import { action as takeWebhook } from "../../app/gems/paystack-webhook.route.ts";
import { settlePurchase } from "../../app/gems/settle-purchase.server.ts";
import { sweepPendingPurchases } from "../../app/gems/sweep-purchases.server.ts";
import { refundPurchase } from "../../app/gems/refund-purchase.server.ts";
import type { OpenEngine } from "./engines.ts";
import { type Deed, type FickleApi, type ModelPayments, openModelPayments } from "./model-payments.ts";
import { newMember } from "./members.ts";
import { unobserved } from "./buying-scene.ts";
import { paymentsContext } from "../../app/gems/payment-provider.ts";
import { logContext, type Observation, observationContext } from "../../app/server/observability/observation.ts";

/** A process crash at transaction number `at`: before it, inside it, or after its commit. */
export interface Crash {
  at: number;
  when: "before" | "inside" | "after";
}

/** An action on one of a few purchases. `crash` null: it runs to its end. */
export type PurchaseAction =
  | { do: "at the provider"; purchase: number; deed: Deed }
  | { do: "webhook"; purchase: number; forged: boolean; crash: Crash | null }
  | { do: "refund webhook"; purchase: number; crash: Crash | null }
  | { do: "return"; purchase: number; own: boolean; crash: Crash | null }
  | { do: "sweep"; crash: Crash | null }
  | { do: "take back"; purchase: number; crash: Crash | null }
  | { do: "spend"; member: number; amount: number }
  | { do: "api"; fickle: FickleApi; calls: number }
  | { do: "cut a connection" };

/** Owners of a run's purchases: two of the first member, one of the second. */
export const owners = [0, 0, 1] as const;
const purchase = fc.nat({ max: owners.length - 1 });
const crash = fc.option(
  fc.record({ at: fc.nat({ max: 3 }), when: fc.constantFrom<Crash["when"]>("before", "inside", "after") }),
  { freq: 3 },
);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: fc.constant("pay" as const) },
  { weight: 3, arbitrary: fc.constantFrom<Deed>("refund", "refund arrives", "refund fails") },
  {
    weight: 5,
    arbitrary: fc.constantFrom<Deed>("decline", "leave pending", "pay too little", "pay far too much", "refund half"),
  },
  { weight: 2, arbitrary: fc.constantFrom<Deed>("pay in cedis", "pay in the other domain") },
);
const a = <Name extends PurchaseAction["do"]>(name: Name) => ({ do: fc.constant(name) });

export const purchaseActions: fc.Arbitrary<PurchaseAction> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ ...a("at the provider"), purchase, deed }) },
  { weight: 4, arbitrary: fc.record({ ...a("webhook"), purchase, forged: fc.boolean(), crash }) },
  { weight: 3, arbitrary: fc.record({ ...a("refund webhook"), purchase, crash }) },
  { weight: 4, arbitrary: fc.record({ ...a("return"), purchase, own: fc.boolean(), crash }) },
  { weight: 2, arbitrary: fc.record({ ...a("sweep"), crash }) },
  { weight: 1, arbitrary: fc.record({ ...a("take back"), purchase, crash }) },
  {
    weight: 1,
    arbitrary: fc.record({ ...a("spend"), member: fc.nat({ max: 1 }), amount: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...a("api"),
      fickle: fc.constantFrom<FickleApi>("error", "cut", "nonsense", "of before"),
      calls: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record(a("cut a connection")) },
);

type SettledEngine = Pick<OpenEngine, "kysely" | "database">;

/** Members and purchases of one run, with their payment provider. */
export interface PurchaseScene {
  members: string[];
  references: string[];
  provider: ModelPayments;
  /** Number of calls that reported the credit, by reference. */
  credited: Map<string, number>;
  /** Number of answers about another member's purchase. */
  shown: number;
}

export const gems = 8;
const priceKobo = 100_000;

export async function newPurchaseScene({ kysely, database }: SettledEngine) {
  const members = [await newMember(kysely), await newMember(kysely)];
  const references = owners.map(() => `${randomUUID()}-starter-NGN`);
  await database.asService((trx) =>
    trx
      .insertInto("purchases")
      .values(
        references.map((reference, at) => ({
          user_id: members[owners[at] ?? 0] ?? "",
          reference,
          package_id: "starter",
          package_name: "Starter",
          gems,
          amount_kobo: priceKobo,
          display_currency: "NGN",
        })),
      )
      .execute(),
  );
  const provider = openModelPayments(references, priceKobo);
  return { members, references, provider, credited: new Map(), shown: 0 } satisfies PurchaseScene;
}

const log = pino({ level: "silent" });

/** Performs the action like the server. @throws only the errors of a crash or a cut connection. */
export async function perform(open: OpenEngine, scene: PurchaseScene, action: PurchaseAction): Promise<void> {
  const { provider, references } = scene;
  if (action.do === "api") return provider.disturb(action.fickle, action.calls);
  if (action.do === "cut a connection") {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and application_name = 'photogem' and state <> 'idle' and pid <> pg_backend_pid() limit 1`.execute(open.kysely);
    return;
  }
  if (action.do === "spend") return spend(open, scene.members[action.member] ?? "", action.amount);
  const database = "crash" in action ? crashing(open.database, action.crash) : open.database;
  const services = { database, payments: provider.payments, log };
  if (action.do === "sweep") return sweep(open, scene, services);
  const reference = references[action.purchase] ?? "";
  switch (action.do) {
    case "at the provider":
      return provider.happens(reference, action.deed);
    case "webhook": {
      const body = JSON.stringify({ event: "charge.success", data: { reference } });
      const status = await post(services, body, action.forged ? "a foreign secret" : provider.secretKey);
      if (action.forged !== (status === 401)) throw new Error(`a webhook was answered ${status}`);
      return;
    }
    case "refund webhook":
      return tellOfRefunds(services, scene, reference);
    case "return": {
      const memberId = scene.members[(owners[action.purchase] ?? 0) + (action.own ? 0 : 1)] ?? scene.members[0];
      const settlement = await settlePurchase(services, reference, { memberId });
      if (!action.own && (settlement.ok || settlement.problem !== "not-found")) scene.shown += 1;
      if (settlement.ok && settlement.credited) {
        scene.credited.set(reference, (scene.credited.get(reference) ?? 0) + 1);
      }
      return;
    }
    case "take back":
      await refundPurchase(services, reference);
  }
}

/** Runs the automatic recovery: the provider works, repeats its webhooks, and one sweep runs. */
export async function settleDown(open: SettledEngine, scene: PurchaseScene): Promise<void> {
  scene.provider.disturb("of before", 0);
  const services = { database: open.database, payments: scene.provider.payments, log };
  for (const reference of scene.references) await tellOfRefunds(services, scene, reference);
  await sweep(open, scene, services);
}

/** Excludes the run's purchases from later sweeps. */
export async function retire({ kysely }: SettledEngine, { references }: PurchaseScene) {
  await kysely
    .updateTable("purchases")
    .set({ status: "failed", created_at: sql`now() - interval '9 days'` })
    .where("reference", "in", references)
    .where("status", "<>", "paid")
    .execute();
}

type PurchaseServices = Parameters<typeof settlePurchase>[0];

async function sweep({ kysely }: SettledEngine, { references }: PurchaseScene, services: PurchaseServices) {
  // Makes every purchase due. Updates one at a time, because several row locks at once could deadlock with a sweep.
  for (const reference of references) {
    await kysely
      .updateTable("purchases")
      .set({ created_at: sql`created_at - interval '5 minutes'`, checked_at: null })
      .where("reference", "=", reference)
      .execute();
  }
  await sweepPendingPurchases(services);
}

/** Announces every refund of the purchase at the provider once more. */
async function tellOfRefunds(services: PurchaseServices, { provider }: PurchaseScene, reference: string) {
  for (const { amount, status } of provider.refundsOf(reference)) {
    const data = { status, transaction_reference: reference, amount, currency: "NGN" };
    const answered = await post(services, JSON.stringify({ event: `refund.${status}`, data }), provider.secretKey);
    if (answered !== 200 && answered !== 503) throw new Error(`a refund was answered ${answered}`);
  }
}

async function post(services: PurchaseServices, body: string, key: string): Promise<number> {
  const context = new RouterContextProvider();
  context.set(databaseContext, services.database);
  context.set(paymentsContext, services.payments);
  context.set(logContext, services.log);
  context.set(observationContext, unobserved as Observation);
  const headers = {
    "Content-Type": "application/json",
    "x-paystack-signature": createHmac("sha512", key).update(body).digest("hex"),
  };
  const request = new Request("http://localhost:3000/api/paystack/webhook", { method: "POST", body, headers });
  const args = { request, context, params: {}, unstable_pattern: "" };
  return (await takeWebhook(args as unknown as Parameters<typeof takeWebhook>[0])).status;
}

async function spend({ kysely }: OpenEngine, memberId: string, amount: number) {
  await sql`select private.enter(user_id, 'usage', ${-amount}, 'spent', null, ${randomUUID()})
    from (select user_id from public.profiles where user_id = ${memberId} and coins >= ${amount} for update) rich`.execute(
    kysely,
  );
}

/** The database of a process that crashes at a chosen transaction; later calls fail too. */
function crashing(database: Database, crash: Crash | null): Database {
  if (!crash) return database;
  let count = 0;
  const dying = <T>(run: (work: (trx: never) => Promise<T>) => Promise<T>) => {
    return async (work: (trx: never) => Promise<T>): Promise<T> => {
      const at = count++;
      if (at > crash.at || (at === crash.at && crash.when === "before")) throw new Error("crashed");
      if (at < crash.at) return run(work);
      if (crash.when === "inside") {
        return run(async (trx) => {
          await work(trx);
          throw new Error("crashed");
        });
      }
      await run(work);
      throw new Error("crashed");
    };
  };
  return {
    ...database,
    asService: (work) => dying(database.asService as never)(work as never) as never,
  };
}
