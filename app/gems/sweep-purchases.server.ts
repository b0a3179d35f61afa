import { sql as statement } from "kysely";
import { startSweeper, type Sweeper } from "../server/jobs/recurring-job.server.ts";
import { checkRefunds } from "./record-refunds.server.ts";
import { settlePurchase, type SettleServices } from "./settle-purchase.server.ts";

/** Earlier, the webhook or the return page settles the purchase. */
const firstCheckAfter = "2 minutes";
/** The payment page expires long before this. */
const abandonAfter = "3 days";
/** Without a usable answer until then, Paystack may have forgotten the payment. */
const forgetAfter = "10 days";
/** Each pause is half the purchase's age: about twenty checks in three days. */
const backoff = 1.5;
/** Purchases per sweep, each with a call of at most 10 s. */
const atOnce = 20;

/** Settles pending purchases, because webhooks get lost, and failed payments can be retried on the provider's page. */
export async function sweepPendingPurchases(
  services: SettleServices,
  signal?: AbortSignal,
): Promise<{ checked: number; credited: number }> {
  let [checked, credited] = [0, 0];
  for (const { reference, expired, forgotten } of await claimDue(services)) {
    if (signal?.aborted) break;
    checked += 1;
    try {
      const settlement = await settlePurchase(services, reference);
      if (settlement.ok && settlement.credited) credited += 1;
      const pending = !settlement.ok && settlement.problem === "pending";
      if (!settlement.ok && ((expired && pending) || forgotten)) await giveUp(services, reference);
    } catch (error) {
      // One error must not delay the other claimed purchases.
      services.log.error({ err: error, reference }, "asking about a purchase failed");
    }
  }
  return { checked, credited };
}

/** Refunds take days, and webhooks get lost: checks after a third of the refund's age, at least hourly. */
const refundPause = statement`greatest(interval '1 minute', least(interval '1 hour', (now() - created_at) / 3))`;

/** Fetches the state of unfinished refunds from the provider. */
export async function sweepOpenRefunds(services: SettleServices, signal?: AbortSignal): Promise<{ checked: number }> {
  const references = await services.database.asService(async (sql) => {
    const { rows } = await statement<{ reference: string }>`
      update public.refunds set checked_at = now() where id in (
        select id from public.refunds
        where status in ('begun', 'needs-attention') and kind = 'refund'
          and checked_at < now() - ${refundPause}
        order by checked_at limit ${atOnce} for update skip locked)
      returning reference`.execute(sql);
    return new Set(rows.map(({ reference }) => reference));
  });
  for (const reference of references) {
    if (signal?.aborted) break;
    await checkRefunds(services, reference);
  }
  return { checked: references.size };
}

const sweepEveryMs = 60_000;

export function startPurchaseSweeper(services: SettleServices): Sweeper {
  return startSweeper({ name: "pending purchases", everyMs: sweepEveryMs, log: services.log }, async (signal) => {
    const purchases = await sweepPendingPurchases(services, signal);
    const refunds = await sweepOpenRefunds(services, signal);
    return { ...purchases, refundsChecked: refunds.checked };
  });
}

/** Claims due purchases, so that no other process checks them. */
function claimDue({ database }: SettleServices) {
  return database.asService(async (sql) => {
    const { rows } = await statement<{ reference: string; expired: boolean; forgotten: boolean }>`
      update public.purchases set checked_at = now() where id in (
        select id from public.purchases
        where status <> 'paid' and refunded_at is null
          and (status = 'pending' or created_at > now() - ${abandonAfter}::interval)
          and created_at <= now() - ${firstCheckAfter}::interval
          and now() - created_at >= ${backoff}::float8 * (coalesce(checked_at, created_at) - created_at)
        order by checked_at nulls first, created_at limit ${atOnce} for update skip locked)
      returning reference, created_at <= now() - ${abandonAfter}::interval as expired,
        created_at <= now() - ${forgetAfter}::interval as forgotten`.execute(sql);
    return rows;
  });
}

async function giveUp({ database, log }: SettleServices, reference: string) {
  await database.asService((sql) =>
    sql
      .updateTable("purchases")
      .set({ status: "failed" })
      .where("reference", "=", reference)
      .where("status", "=", "pending")
      .execute(),
  );
  log.info({ reference, reason: "never-paid" }, "purchase given up");
}
