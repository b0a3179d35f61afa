import { sql as statement } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../server/database/database.ts";
import type { PaymentProvider, ReportedRefund } from "./payment-provider.ts";

interface Recording {
  database: Database;
  log: Logger;
}

/**
 * Saves the state of a purchase's refunds and disputes and moves its gems: removes them once the whole price is being
 * refunded, returns them if a refund fails. Safe to repeat and in any order.
 * @returns false for an unknown reference.
 */
export async function recordRefunds(
  { database, log }: Recording,
  reference: string,
  refunds: readonly ReportedRefund[],
): Promise<boolean> {
  const { moved, changed } = await database.asService(async (sql) => {
    const { rows } = await statement<{ moved: number | null }>`
      select public.record_refunds(${reference}, ${JSON.stringify(refunds)}::jsonb) as moved`.execute(sql);
    const changed = await sql
      .selectFrom("refunds")
      .select(["kind", "status", "amount_kobo", "due_at"])
      .where("reference", "=", reference)
      .where("changed_at", "=", (eb) => eb.fn<Date>("now"))
      .execute();
    return { moved: rows[0]?.moved ?? null, changed };
  });
  if (moved === null) {
    log.warn({ reference, reason: "unknown-reference" }, "refund not recorded");
    return false;
  }
  for (const { kind, status, amount_kobo, due_at: dueAt } of changed) {
    const amountKobo = Number(amount_kobo);
    if (kind === "dispute" && status === "begun") log.error({ reference, amountKobo, dueAt }, "charge disputed");
    else if (kind === "refund" && status === "failed") log.error({ reference, amountKobo }, "refund failed");
    else if (status === "needs-attention")
      log.error({ reference, amountKobo }, "refund needs the buyer's bank details");
    else log.info({ reference, kind, status, amountKobo }, "refund recorded");
  }
  if (moved !== 0) log.info({ reference, gems: moved }, "gems of a refunded purchase moved");
  return true;
}

/** Fetches the state of a purchase's refunds from the provider and records it. */
export async function checkRefunds(
  recording: Recording & { payments: Pick<PaymentProvider, "refunds"> },
  reference: string,
): Promise<"recorded" | "unknown" | "unavailable"> {
  const purchase = await recording.database.asService((sql) =>
    sql.selectFrom("purchases").select("created_at").where("reference", "=", reference).executeTakeFirst(),
  );
  if (!purchase) {
    recording.log.warn({ reference, reason: "unknown-reference" }, "refund not recorded");
    return "unknown";
  }
  const answer = await recording.payments.refunds(reference, purchase.created_at);
  if (!answer.ok) return "unavailable";
  await recordRefunds(recording, reference, answer.refunds);
  return "recorded";
}
