import { sql as statement } from "kysely";
import type { Database } from "../server/database/database.ts";
import { inNaira } from "./packages.ts";

const times = (date: Date) => date.toISOString();

/**
 * Proof of delivery for a disputed payment, as lines of text: the purchase, its ledger rows, and the transformations
 * since, with the times they were made and seen. No pictures, names or email address. Null for an unknown reference.
 */
export function purchaseEvidence(database: Database, reference: string): Promise<string[] | null> {
  return database.asService(async (sql) => {
    const purchase = await sql
      .selectFrom("purchases")
      .select(["user_id", "package_name", "gems", "amount_kobo", "created_at", "paid_at", "refunded_at"])
      .where("reference", "=", reference)
      .executeTakeFirst();
    if (!purchase) return null;
    const { user_id: buyer, created_at: begun, paid_at: paid } = purchase;
    const refunds = await sql
      .selectFrom("refunds")
      .select(["kind", "status", "amount_kobo", "created_at", "changed_at", "due_at"])
      .where("reference", "=", reference)
      .orderBy("created_at")
      .execute();
    const ledger = await sql
      .selectFrom("coin_transactions")
      .select(["created_at", "type", "amount"])
      .where("user_id", "=", buyer)
      .where("created_at", ">=", begun)
      .orderBy("id")
      .execute();
    const { rows: made } = await statement<{ tool: string; status: string; finished_at: Date; seen_at: Date | null }>`
      select tool, status, finished_at, seen_at from public.transformations
      where user_id = ${buyer} and finished_at >= ${begun} order by finished_at`.execute(sql);
    const completed = made.filter(({ status }) => status === "completed");
    return [
      `Payment ${reference}: ${purchase.package_name}, ${purchase.gems} gems, ${inNaira(purchase.amount_kobo / 100)}`,
      `Buyer ${buyer}`,
      `Checkout opened ${times(begun)}; ${paid ? `gems delivered ${times(paid)}` : "never paid"}`,
      ...refunds.map(
        ({ kind, status, amount_kobo, created_at, changed_at, due_at }) =>
          `${kind === "dispute" ? "Dispute" : "Refund"} of ${inNaira(Number(amount_kobo) / 100)}, opened ${times(created_at)}: ${status === "begun" ? "open" : status} since ${times(changed_at)}${due_at ? `, answer until ${times(due_at)}` : ""}`,
      ),
      "",
      "Ledger since then (time, type, gems):",
      ...ledger.map(({ created_at, type, amount }) => `  ${times(created_at)}  ${type}  ${amount}`),
      "",
      `Transformations delivered since then: ${completed.length} (tool, made, seen by the buyer):`,
      ...completed.map(
        ({ tool, finished_at, seen_at }) =>
          `  ${tool}  ${times(finished_at)}  ${seen_at ? times(seen_at) : "not seen"}`,
      ),
    ];
  });
}
