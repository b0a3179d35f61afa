import type { Logger } from "pino";
import type { Database } from "../server/database/database.ts";
import { isReference, type PaymentProvider, type RefundStatus } from "./payment-provider.ts";
import { checkRefunds, recordRefunds } from "./record-refunds.server.ts";

export interface Refund {
  reference: string;
  /** The price, or the amount paid for a payment that was never credited. */
  amountKobo: number;
  status: RefundStatus;
  gems: number;
  /** Gems removed by this call or an earlier one, minus those returned. */
  clawedBack: number;
  accountExists: boolean;
  repeated: boolean;
}

export type RefundAnswer =
  | { ok: true; refund: Refund }
  /**
   * `unknown`: no such purchase. `unpaid`: nothing to refund. `rejected`: the provider refuses.
   * `unavailable`: no answer, so run the command again.
   */
  | { ok: false; problem: "unknown" | "unpaid" | "rejected" | "unavailable" };

interface Refunding {
  database: Database;
  payments: PaymentProvider;
  log: Logger;
}

/**
 * Reads the state of the purchase's refunds from the provider and begins one if none is in progress or done, also after
 * a failed one. Gems leave the balance when the refund begins. Safe to repeat.
 */
export async function refundPurchase(refunding: Refunding, reference: string): Promise<RefundAnswer> {
  const { database, payments } = refunding;
  const purchase = isReference(reference) ? await readPurchase(database, reference) : undefined;
  if (!purchase) return { ok: false, problem: "unknown" };
  if ((await checkRefunds(refunding, reference)) === "unavailable") return { ok: false, problem: "unavailable" };
  const known = await readPurchase(database, reference);
  // A payment of less than the price was never credited, and its refund does not reach the price.
  const repeated = known != null && (known.refunded_at !== null || (known.status !== "paid" && isUnderWay(known)));
  if (!repeated) {
    // The provider also has payments that were never credited.
    const paid = purchase.status === "paid" || (await holdsMoney(payments, reference));
    if (paid !== true) return { ok: false, problem: paid === false ? "unpaid" : "unavailable" };
    const begun = await beginRefund(refunding, reference, purchase.amount_kobo);
    if (!begun.ok) return begun;
  }
  const done = await readPurchase(database, reference);
  if (!done) return { ok: false, problem: "unknown" };
  return {
    ok: true,
    refund: {
      reference,
      amountKobo: done.amount_kobo,
      status: done.refund_status ?? "begun",
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

async function beginRefund(
  refunding: Refunding,
  reference: string,
  amountKobo: number,
): Promise<{ ok: true } | { ok: false; problem: "rejected" | "unavailable" }> {
  const { payments } = refunding;
  const begun = await payments.refund(reference);
  if (!begun.ok && begun.problem === "unavailable") return begun;
  if (begun.ok && begun.refund) {
    await recordRefunds(refunding, reference, [begun.refund]);
    return { ok: true };
  }
  // Another call may have begun a refund meanwhile.
  if ((await checkRefunds(refunding, reference)) === "unavailable") return { ok: false, problem: "unavailable" };
  if ((await readPurchase(refunding.database, reference))?.refunded_at) return { ok: true };
  // The provider may have reversed the payment without listing a refund.
  const check = await payments.verify(reference);
  if (!check.ok) return { ok: false, problem: "unavailable" };
  if (check.payment.status !== "reversed") return { ok: false, problem: "rejected" };
  await recordRefunds(refunding, reference, [{ id: "reversed", kind: "refund", amountKobo, status: "done" }]);
  return { ok: true };
}

function readPurchase(database: Database, reference: string) {
  return database.asService((sql) =>
    sql
      .selectFrom("purchases as p")
      .leftJoin("profiles as owner", "owner.user_id", "p.user_id")
      .select(["p.status", "p.gems", "p.amount_kobo", "p.refunded_at", "owner.user_id as owner"])
      .select((eb) => [
        eb
          .selectFrom("coin_transactions as c")
          .select((row) => row.neg(row.cast<number>(row.fn.sum("c.amount"), "integer")).as("gems"))
          .where((row) =>
            row.or([
              row("c.idempotency_key", "=", row.val(`clawback:${reference}`)),
              row("c.idempotency_key", "like", row.val(`clawback:${reference}:%`)),
              row("c.idempotency_key", "like", row.val(`purchase:${reference}:restored:%`)),
            ]),
          )
          .as("taken_back"),
        eb
          .selectFrom("refunds as r")
          .select("r.status")
          .where("r.reference", "=", reference)
          .orderBy("r.changed_at", "desc")
          .limit(1)
          .as("refund_status"),
      ])
      .where("p.reference", "=", reference)
      .executeTakeFirst(),
  ) as Promise<PurchaseRow | undefined>;
}

const isUnderWay = ({ refund_status: status }: PurchaseRow) => status !== null && status !== "failed";

interface PurchaseRow {
  status: string;
  gems: number;
  amount_kobo: number;
  refunded_at: Date | null;
  owner: string | null;
  taken_back: number | null;
  refund_status: RefundStatus | null;
}
