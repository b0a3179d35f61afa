import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type PackageId, packages, priceInKobo } from "../../app/gems/packages.ts";
import type { OpenEngine } from "./engines.ts";

/** Where purchases are written. */
type Books = Pick<OpenEngine, "database">;

export const starter = { gems: 8, priceKobo: 100_000 };

/** A pending purchase of a package, as the server writes it. Returns its reference. */
export async function newPurchase(
  { database }: Books,
  memberId: string,
  usdCents?: number,
  packageId: PackageId = "starter",
): Promise<string> {
  const bought = packageCalled(packageId);
  const currency = usdCents === undefined ? "NGN" : "USD";
  const reference = `${randomUUID()}-${packageId}-${currency}`;
  await database.asService((trx) =>
    trx
      .insertInto("purchases")
      .values({
        user_id: memberId,
        reference,
        package_id: packageId,
        package_name: bought.name,
        gems: bought.gems,
        amount_kobo: priceInKobo(bought),
        display_currency: currency,
        display_amount_usd_cents: usdCents ?? null,
      })
      .execute(),
  );
  return reference;
}

/** One that was paid and credited. */
export async function newPaidPurchase(
  open: Books,
  memberId: string,
  usdCents?: number,
  packageId: PackageId = "starter",
): Promise<string> {
  const reference = await newPurchase(open, memberId, usdCents, packageId);
  const kobo = priceInKobo(packageCalled(packageId));
  await open.database.asService((trx) => sql`select public.settle_purchase(${reference}, ${kobo}, 'NGN')`.execute(trx));
  return reference;
}

export const takeBack = ({ database }: Books, reference: string) =>
  database.asService((trx) => sql`select public.take_back_purchase(${reference})`.execute(trx));

function packageCalled(packageId: PackageId) {
  const found = packages.find(({ id }) => id === packageId);
  if (!found) throw new Error(`no package ${packageId}`);
  return found;
}
