import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { OpenEngine } from "./engines.ts";

export const starter = { gems: 8, priceKobo: 100_000 };

/** A pending purchase of the Starter package, as the server writes it. Returns its reference. */
export async function newPurchase({ database }: OpenEngine, memberId: string, usdCents?: number): Promise<string> {
  const currency = usdCents === undefined ? "NGN" : "USD";
  const reference = `${randomUUID()}-starter-${currency}`;
  await database.asService((trx) =>
    trx
      .insertInto("purchases")
      .values({
        user_id: memberId,
        reference,
        package_id: "starter",
        package_name: "Starter",
        gems: starter.gems,
        amount_kobo: starter.priceKobo,
        display_currency: currency,
        display_amount_usd_cents: usdCents ?? null,
      })
      .execute(),
  );
  return reference;
}

/** One that was paid and credited. */
export async function newPaidPurchase(open: OpenEngine, memberId: string, usdCents?: number): Promise<string> {
  const reference = await newPurchase(open, memberId, usdCents);
  await open.database.asService((trx) =>
    sql`select public.settle_purchase(${reference}, ${starter.priceKobo}, 'NGN')`.execute(trx),
  );
  return reference;
}

export const takeBack = ({ database }: OpenEngine, reference: string) =>
  database.asService((trx) => sql`select public.take_back_purchase(${reference})`.execute(trx));
