import type { Logger } from "pino";
import type { Database, Sql } from "../server/database/database.ts";
import type { Observation } from "../server/observability/observation.ts";
import { isReference, type KnownPayment, type PaymentProvider } from "./payment-provider.ts";
import { recordRefunds } from "./record-refunds.server.ts";

export type Settlement =
  | { ok: true; gems: number; credited: boolean }
  /**
   * `returned`: refunded. `unavailable`: the provider gave no answer. `refused`: wrong amount,
   * domain or buyer. `uncredited`: paid, but the database failed; a later call credits it.
   */
  | { ok: false; problem: "not-found" | "pending" | "failed" | "returned" | "unavailable" | "refused" | "uncredited" }
  | { ok: false; problem: "refused"; again: true };

export interface SettleServices {
  database: Database;
  payments: PaymentProvider;
  observation?: Pick<Observation, "noted">;
  log: Logger;
}

/**
 * The only path from a payment to gems (docs/product/decisions.md, promise 2), safe to repeat in any
 * order. With `memberId`, settles only that member's purchase.
 */
export async function settlePurchase(
  services: SettleServices,
  reference: string,
  { memberId }: { memberId?: string } = {},
): Promise<Settlement> {
  const settlement = await verifyAndSettle(services, reference, memberId);
  services.observation?.noted({ what: "settlement", outcome: outcomeOf(settlement) });
  return settlement;
}

/** Alerts once per rejected payment, not on every re-check. */
function outcomeOf(settlement: Settlement): string {
  if (settlement.ok) return settlement.credited ? "credited" : "credited-before";
  return "again" in settlement ? "refused-before" : settlement.problem;
}

async function verifyAndSettle(
  services: SettleServices,
  reference: string,
  memberId: string | undefined,
): Promise<Settlement> {
  const { database, payments, log } = services;
  const purchase = isReference(reference) ? await readPurchase(database, reference, memberId) : undefined;
  if (!purchase) {
    log.warn({ reason: memberId === undefined ? "unknown-reference" : "not-own" }, "purchase not credited");
    return { ok: false, problem: "not-found" };
  }
  const before = purchase.refunded_at ? "returned" : purchase.status === "paid" ? "already-credited" : null;
  if (before) {
    log.info({ reference, outcome: before }, "purchase settled before");
    return before === "returned"
      ? { ok: false, problem: "returned" }
      : { ok: true, gems: purchase.gems, credited: false };
  }
  const check = await payments.verify(reference);
  if (!check.ok) return notYet(services, reference, "unavailable");
  switch (check.payment.status) {
    case "success":
      return credit(services, check.payment, purchase);
    case "abandoned":
    case "pending":
      return notYet(services, reference, "pending");
    case "failed":
    case "reversed":
    case "unknown":
      log.warn({ reference, reason: `payment-${check.payment.status}` }, "purchase not credited");
      return notYet(services, reference, check.payment.status === "reversed" ? "returned" : "failed");
  }
}

/** Maximum of PostgreSQL's integer. */
const maxAmount = 2 ** 31 - 1;

/** The SQL function repeats these checks under the row's lock. */
async function credit(
  services: SettleServices,
  payment: KnownPayment,
  { gems, status }: { gems: number; status: string },
): Promise<Settlement> {
  const { database, payments, log } = services;
  const { reference, amountKobo, currency, domain } = payment;
  const outcome =
    domain !== payments.domain
      ? "wrong-domain"
      : amountKobo > maxAmount
        ? "wrong-amount"
        : await settle(services, payment);
  if (outcome === "credited" || outcome === "already-credited") {
    log.info({ reference, outcome }, "purchase settled");
    return { ok: true, gems, credited: outcome === "credited" };
  }
  const again = status === "failed" && outcome !== "database-failed";
  const fields = { reference, reason: outcome, amountKobo, currency, domain };
  log[again ? "warn" : "error"](fields, "paid purchase not credited");
  if (outcome === "database-failed") return { ok: false, problem: "uncredited" };
  // The buyer has deleted the account, so this refunds the payment.
  if (outcome === "no-member") await refund(services, reference);
  await markChecked(database, reference, "failed");
  if (outcome === "refunded") return { ok: false, problem: "returned" };
  return again ? { ok: false, problem: "refused", again } : { ok: false, problem: "refused" };
}

async function settle({ database, log }: SettleServices, { reference, amountKobo, currency }: KnownPayment) {
  try {
    const { outcome } = await database.asService((sql) =>
      sql
        .selectNoFrom((eb) =>
          eb
            .fn<string>("public.settle_purchase", [
              eb.cast(eb.val(reference), "text"),
              eb.cast(eb.val(amountKobo), "integer"),
              eb.cast(eb.val(currency), "text"),
            ])
            .as("outcome"),
        )
        .executeTakeFirstOrThrow(),
    );
    return outcome;
  } catch (error) {
    log.error({ err: error, reference }, "settling a purchase failed");
    return "database-failed";
  }
}

async function notYet(
  { database }: SettleServices,
  reference: string,
  problem: "pending" | "failed" | "returned" | "unavailable",
): Promise<Settlement> {
  await markChecked(database, reference, problem === "failed" || problem === "returned" ? "failed" : null);
  return { ok: false, problem };
}

/** Row level security restricts members to their own; webhook and sweeper read all. */
function readPurchase(database: Database, reference: string, memberId: string | undefined) {
  const read = (sql: Sql) =>
    sql.selectFrom("purchases").select(["status", "gems", "refunded_at"]).where("reference", "=", reference);
  return memberId === undefined
    ? database.asService((sql) => read(sql).executeTakeFirst())
    : database.asMember(memberId, (sql) => read(sql).where("user_id", "=", memberId).executeTakeFirst());
}

function markChecked(database: Database, reference: string, status: "failed" | null) {
  return database.asService((sql) =>
    sql
      .updateTable("purchases")
      .set((eb) => ({ checked_at: eb.fn<Date>("now"), ...(status ? { status } : {}) }))
      .where("reference", "=", reference)
      .where("status", "<>", "paid")
      .execute(),
  );
}

async function refund(services: SettleServices, reference: string) {
  const { payments, log } = services;
  const refund = await payments.refund(reference);
  if (refund.ok) {
    log.info({ reference }, "refunding a payment to a deleted account");
    if (refund.refund) await recordRefunds(services, reference, [refund.refund]);
  } else log.error({ reference, reason: refund.problem }, "payment to a deleted account not refunded");
}
