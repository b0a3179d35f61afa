import type { Database } from "../../server/database/database.ts";
import { isReference } from "../payment-provider.ts";
import type { PaidPurchase } from "./receipt.ts";

/** Null for any other reference, and for an unpaid purchase. */
export async function readPaidPurchase(
  database: Database,
  memberId: string,
  reference: string,
): Promise<PaidPurchase | null> {
  if (!isReference(reference)) return null;
  const row = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("purchases")
      .select(["reference", "package_name", "gems", "amount_kobo", "display_amount_usd_cents"])
      .select(["paid_at", "refunded_at"])
      .where("user_id", "=", memberId)
      .where("reference", "=", reference)
      .where("status", "=", "paid")
      .executeTakeFirst(),
  );
  return row ? paidPurchase(row) : null;
}

interface PurchaseRow {
  reference: string;
  package_name: string;
  gems: number;
  amount_kobo: number;
  display_amount_usd_cents: number | null;
  paid_at: Date | null;
  refunded_at: Date | null;
}

export function paidPurchase(row: PurchaseRow): PaidPurchase | null {
  if (!row.paid_at) return null;
  return {
    reference: row.reference,
    packageName: row.package_name,
    gems: row.gems,
    amountKobo: row.amount_kobo,
    shownUsdCents: row.display_amount_usd_cents,
    paidAt: row.paid_at,
    refundedAt: row.refunded_at,
  };
}
