import type { Logger } from "pino";
import type { Member } from "../account/identity.ts";
import type { Database } from "../server/database/database.ts";
import { type GemPackage, nairaPerDollar, packages, priceInKobo } from "./packages.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import type { Currency } from "./currency/currency.ts";

interface StartPurchase {
  member: Member;
  packageId: string;
  currency: Currency;
  callbackUrl: string;
  cancelUrl: string;
  now?: Date;
}

export type PurchaseStart =
  | { ok: true; authorizationUrl: string; reference: string }
  | { ok: false; problem: "no-such-package" | "unavailable" };

/** Saves the purchase, then registers it. The price comes from the package, never from the request. */
export async function startPurchase(
  { database, payments, log }: { database: Database; payments: PaymentProvider; log: Logger },
  { member, packageId, currency, callbackUrl, cancelUrl, now = new Date() }: StartPurchase,
): Promise<PurchaseStart> {
  const gemPackage = packages.find(({ id }) => id === packageId);
  if (!gemPackage) {
    log.warn({ reason: "no-such-package" }, "purchase not started");
    return { ok: false, problem: "no-such-package" };
  }
  const reference = await insertPurchase(database, member.id, gemPackage, currency, now.getTime());
  const started = await payments.initialize({
    reference,
    amountKobo: priceInKobo(gemPackage),
    email: member.email,
    callbackUrl,
    cancelUrl,
    metadata: {
      package: gemPackage.name,
      gems: gemPackage.gems,
      display_currency: currency,
      display_amount: currency === "USD" ? (usdCents(gemPackage) / 100).toFixed(2) : String(gemPackage.price),
      ngn_amount: gemPackage.price,
    },
  });
  if (started.ok) return { ok: true, authorizationUrl: started.authorizationUrl, reference };
  log.error({ reference, reason: started.problem }, "purchase not started");
  await database.asService((sql) =>
    sql
      .updateTable("purchases")
      .set({ status: "failed" })
      .where("reference", "=", reference)
      .where("status", "=", "pending")
      .execute(),
  );
  return { ok: false, problem: "unavailable" };
}

const sameMillisecond = 50;

/**
 * The reference is `<ms>-<packageId>-<currency>` (docs/product/specification.md, "Calls to
 * services"); a collision takes the next millisecond.
 */
async function insertPurchase(
  database: Database,
  memberId: string,
  gemPackage: GemPackage,
  currency: Currency,
  timestamp: number,
): Promise<string> {
  for (let later = 0; later < sameMillisecond; later += 1) {
    const reference = `${timestamp + later}-${gemPackage.id}-${currency}`;
    const written = await database.asService((sql) =>
      sql
        .insertInto("purchases")
        .values({
          user_id: memberId,
          reference,
          package_id: gemPackage.id,
          package_name: gemPackage.name,
          gems: gemPackage.gems,
          amount_kobo: priceInKobo(gemPackage),
          display_currency: currency,
          display_amount_usd_cents: currency === "USD" ? usdCents(gemPackage) : null,
        })
        .onConflict((conflict) => conflict.column("reference").doNothing())
        .returning("id")
        .executeTakeFirst(),
    );
    if (written) return reference;
  }
  throw new Error(`${sameMillisecond} purchases of ${gemPackage.id} began in one millisecond`);
}

const usdCents = ({ price }: GemPackage): number => Math.round((price * 100) / nairaPerDollar);
