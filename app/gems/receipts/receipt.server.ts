import { sql as statement } from "kysely";
import type { Database, Sql } from "../../server/database/database.ts";
import { isReference, type RefundStatus } from "../payment-provider.ts";
import type { PaidPurchase } from "./receipt.ts";

/** Returns null for any other reference and for an unpaid purchase. */
export async function readPaidPurchase(
  database: Database,
  memberId: string,
  reference: string,
): Promise<PaidPurchase | null> {
  if (!isReference(reference)) return null;
  return database.asMember(memberId, async (sql) => {
    const row = await sql
      .selectFrom("purchases")
      .select(["reference", "package_name", "gems", "amount_kobo", "display_amount_usd_cents"])
      .select("paid_at")
      .where("user_id", "=", memberId)
      .where("reference", "=", reference)
      .where("status", "=", "paid")
      .executeTakeFirst();
    return row ? paidPurchase(sql, row) : null;
  });
}

interface PurchaseRow {
  reference: string;
  package_name: string;
  gems: number;
  amount_kobo: number;
  display_amount_usd_cents: number | null;
  paid_at: Date | null;
}

export async function paidPurchase(sql: Sql, row: PurchaseRow): Promise<PaidPurchase | null> {
  if (!row.paid_at) return null;
  const { rows } = await statement<{ status: RefundStatus | "returned"; changed_at: Date; returned: string }>`
    select case when kind = 'dispute' then 'returned' else status end as status, changed_at,
      sum(case when status = 'failed' then 0 else amount_kobo end) over () as returned
    from public.refunds
    where reference = ${row.reference} and (kind = 'refund' or status = 'done')
    order by changed_at desc limit 1`.execute(sql);
  const dispute = await sql
    .selectFrom("refunds")
    .select("created_at")
    .where("reference", "=", row.reference)
    .where("kind", "=", "dispute")
    .where("status", "=", "begun")
    .executeTakeFirst();
  const [latest] = rows;
  const returnedKobo = Number(latest?.returned ?? 0);
  const whole = returnedKobo >= row.amount_kobo;
  return {
    reference: row.reference,
    packageName: row.package_name,
    gems: row.gems,
    amountKobo: row.amount_kobo,
    shownUsdCents: row.display_amount_usd_cents,
    paidAt: row.paid_at,
    refund:
      latest && (whole || latest.status === "failed") ? { status: latest.status, changedAt: latest.changed_at } : null,
    returnedKobo,
    disputedAt: dispute?.created_at ?? null,
  };
}
