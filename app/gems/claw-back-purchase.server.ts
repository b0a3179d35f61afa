import type { Logger } from "pino";
import type { Database } from "../server/database/database.ts";

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
