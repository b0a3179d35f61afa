import { sql as statement } from "kysely";
import { startSweeper, type Sweeper } from "../server/jobs/recurring-job.server.ts";
import { settlePurchase, type SettleServices } from "./settle-purchase.server.ts";

/** Before that the webhook or the return page is expected to settle a purchase. */
const firstCheckAfter = "2 minutes";
/** Then nobody is going to pay it any more; the payment page has long expired. */
const givenUpAfter = "3 days";
/** Each pause is half the purchase's age, so that one is asked about some twenty times in three days. */
const backoff = 1.5;
/** Per sweep: at the provider's slowest (10 s each), a sweep ends before a deploy would have to wait for it. */
const atOnce = 20;

/**
 * Asks the provider about purchases nobody came back for: webhooks get lost. Failed ones too, because the payment page
 * lets people try again. Returns how many were asked about and how many became gems.
 */
export async function sweepPendingPurchases(
  services: SettleServices,
  signal?: AbortSignal,
): Promise<{ checked: number; credited: number }> {
  let [checked, credited] = [0, 0];
  for (const { reference, expired } of await claimDue(services)) {
    if (signal?.aborted) break;
    checked += 1;
    try {
      const settlement = await settlePurchase(services, reference);
      if (settlement.ok && settlement.credited) credited += 1;
      if (expired && !settlement.ok && settlement.problem === "pending") await giveUp(services, reference);
    } catch (error) {
      // The others were claimed too: left alone now, each would wait for its next turn, hours for an old one.
      services.log.error({ err: error, reference }, "asking about a purchase failed");
    }
  }
  return { checked, credited };
}

const sweepEveryMs = 60_000;

/** Sweeps every minute until stopped. */
export function startPurchaseSweeper(services: SettleServices): Sweeper {
  return startSweeper({ name: "pending purchases", everyMs: sweepEveryMs, log: services.log }, (signal) =>
    sweepPendingPurchases(services, signal),
  );
}

/** Takes the purchases that are due and marks them as asked about, so that another process takes others. */
function claimDue({ database }: SettleServices) {
  return database.asService(async (sql) => {
    const { rows } = await statement<{ reference: string; expired: boolean }>`
      update public.purchases set checked_at = now() where id in (
        select id from public.purchases
        where status <> 'paid' and refunded_at is null
          and (status = 'pending' or created_at > now() - ${givenUpAfter}::interval)
          and created_at <= now() - ${firstCheckAfter}::interval
          and now() - created_at >= ${backoff}::float8 * (coalesce(checked_at, created_at) - created_at)
        order by checked_at nulls first, created_at limit ${atOnce} for update skip locked)
      returning reference, created_at <= now() - ${givenUpAfter}::interval as expired`.execute(sql);
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
