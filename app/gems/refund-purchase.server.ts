import type { Logger } from "pino";
import type { Database } from "../server/database/database.ts";
import { type PaymentProvider, isReference } from "./payment-provider.ts";

export interface Refund {
  reference: string;
  /** The price, or the amount paid for a payment that was never credited. */
  amountKobo: number;
  gems: number;
  /** Gems removed by this call or an earlier one. */
  clawedBack: number;
  accountExists: boolean;
  repeated: boolean;
}

export type RefundAnswer =
  | { ok: true; refund: Refund }
  /**
   * `unknown`: no such purchase. `unpaid`: nothing to refund. `rejected`: the provider refuses.
   * `unavailable`: no answer, so run it again.
   */
  | { ok: false; problem: "unknown" | "unpaid" | "rejected" | "unavailable" };

/** The provider refunds first, then the gems are removed. Safe to repeat: both happen once. */
export async function refundPurchase(
  services: { database: Database; payments: PaymentProvider; log: Logger },
  reference: string,
): Promise<RefundAnswer> {
  const { database, payments } = services;
  const purchase = isReference(reference) ? await readPurchase(database, reference) : undefined;
  if (!purchase) return { ok: false, problem: "unknown" };
  const repeated = purchase.refunded_at !== null;
  if (!repeated) {
    // The provider knows about payments that were never credited.
    const paid = purchase.status === "paid" || (await holdsMoney(payments, reference));
    if (paid !== true) return { ok: false, problem: paid === false ? "unpaid" : "unavailable" };
    const refunded = await requestRefund(payments, reference);
    if (!refunded.ok) return refunded;
    await clawBackPurchase(services, { reference, amountKobo: null });
  }
  const done = await readPurchase(database, reference);
  if (!done) return { ok: false, problem: "unknown" };
  return {
    ok: true,
    refund: {
      reference,
      amountKobo: done.amount_kobo,
      gems: done.status === "paid" ? done.gems : 0,
      clawedBack: done.taken_back ?? 0,
      accountExists: done.owner !== null,
      repeated,
    },
  };
}

async function holdsMoney(payments: PaymentProvider, reference: string): Promise<boolean | null> {
  const check = await payments.verify(reference);
  if (!check.ok) return null;
  return check.payment.status === "success" || check.payment.status === "reversed";
}

async function requestRefund(
  payments: PaymentProvider,
  reference: string,
): Promise<{ ok: true } | { ok: false; problem: "rejected" | "unavailable" }> {
  const refund = await payments.refund(reference);
  if (refund.ok || refund.problem === "unavailable") return refund;
  // An operator may have refunded it in the provider's dashboard.
  const check = await payments.verify(reference);
  if (!check.ok) return { ok: false, problem: "unavailable" };
  return check.payment.status === "reversed" ? { ok: true } : { ok: false, problem: "rejected" };
}

function readPurchase(database: Database, reference: string) {
  return database.asService((sql) =>
    sql
      .selectFrom("purchases as p")
      .leftJoin("profiles as owner", "owner.user_id", "p.user_id")
      .leftJoin("coin_transactions as c", (join) =>
        join.on((eb) => eb("c.idempotency_key", "=", eb.val(`clawback:${reference}`))),
      )
      .select(["p.status", "p.gems", "p.amount_kobo", "p.refunded_at", "owner.user_id as owner"])
      .select((eb) => eb.neg(eb.ref("c.amount")).as("taken_back"))
      .where("p.reference", "=", reference)
      .executeTakeFirst(),
  );
}

/**
 * Removes the rest of a refunded purchase's gems, once per reference. A partial refund removes
 * none. Returns the number removed.
 */
export async function clawBackPurchase(
  { database, log }: { database: Database; log: Logger },
  { reference, amountKobo }: { reference: string; amountKobo: number | null },
): Promise<number> {
  const answer = await database.asService(async (sql) => {
    const purchase = await sql
      .selectFrom("purchases")
      .select("amount_kobo")
      .where("reference", "=", reference)
      .executeTakeFirst();
    if (!purchase) return { taken: 0, reason: "unknown-reference" };
    if (amountKobo !== null && amountKobo < purchase.amount_kobo) return { taken: 0, reason: "part-of-the-price" };
    const { taken } = await sql
      .selectNoFrom((eb) =>
        eb.fn<number | null>("public.take_back_purchase", [eb.cast(eb.val(reference), "text")]).as("taken"),
      )
      .executeTakeFirstOrThrow();
    return { taken: taken ?? 0, reason: null };
  });
  if (answer.reason) log.warn({ reference, reason: answer.reason }, "refund took no gems back");
  else log.info({ reference, taken: answer.taken }, "refunded purchase taken back");
  return answer.taken;
}
