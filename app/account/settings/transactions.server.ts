import { sql as raw } from "kysely";
import { cursorTime, encodeCursor, type PageCursor } from "../../server/database/page-cursor.ts";
import type { RefundStatus } from "../../gems/payment-provider.ts";
import type { Database } from "../../server/database/database.ts";
import type { TransactionRow } from "./history-tab.tsx";

export const transactionsPageSize = 50;

interface Transaction {
  id: string;
  /** `bonus`, `purchase`, `usage`, `refund` or `clawback`. */
  type: string;
  /** Signed number of gems. */
  amount: number;
  description: string | null;
  createdAt: Date;
  receipt: string | null;
  /** The state of the refund behind a `clawback`; `returned`: the buyer's bank returned the money. */
  refund: RefundStatus | "returned" | null;
}

/** Reads one page, newest first; `next` is null on the last one. */
export async function readTransactions(
  database: Database,
  memberId: string,
  before: PageCursor | null,
): Promise<{ transactions: Transaction[]; next: string | null }> {
  const rows = await database.asMember(memberId, (sql) => {
    const query = sql
      .selectFrom("coin_transactions")
      .select(["id", "type", "amount", "description"])
      .select([receiptReference, refundStatus])
      .select(raw<string>`(extract(epoch from created_at) * 1000000)::bigint::text`.as("micros"))
      .where("user_id", "=", memberId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      // One extra row shows whether a next page exists.
      .limit(transactionsPageSize + 1);
    if (!before) return query.execute();
    return query
      .where(raw<boolean>`(created_at, id) < (${cursorTime(before)}::timestamptz, ${before.id}::bigint)`)
      .execute();
  });
  const shown = rows.slice(0, transactionsPageSize);
  const last = shown.at(-1);
  return {
    transactions: shown.map(({ micros, ...row }) => ({ ...row, createdAt: new Date(Number(micros) / 1000) })),
    next: last && rows.length > shown.length ? encodeCursor(last) : null,
  };
}

/** `clawback:<reference>` and `purchase:<reference>`, plus a colon and a number after a failed refund. */
const paymentReference = raw`split_part(coin_transactions.idempotency_key, ':', 2)`;

const receiptReference = raw<string | null>`(
  select p.reference from public.purchases p
  where coin_transactions.type in ('purchase', 'clawback') and p.status = 'paid'
    and p.reference = ${paymentReference}
)`.as("receipt");

/** Gems that came back later belong to a refund that failed, regardless of the next refund's state. */
const refundStatus = raw<Transaction["refund"]>`(
  select case
    when exists (
      select from public.coin_transactions restored
      where restored.user_id = coin_transactions.user_id and restored.created_at > coin_transactions.created_at
        and starts_with(restored.idempotency_key, 'purchase:' || r.reference || ':restored:')
    ) then 'failed'
    when r.kind = 'dispute' then 'returned'
    else r.status end
  from public.refunds r
  where coin_transactions.type = 'clawback' and r.reference = ${paymentReference}
    and r.changed_at >= coin_transactions.created_at and (r.kind = 'refund' or r.status = 'done')
  order by r.changed_at desc limit 1
)`.as("refund");

/** Shows a visible sign and the amount (docs/product/decisions.md, "Gems and payments"). */
export function transactionRow(
  { id, type, amount, description, createdAt, receipt, refund }: Transaction,
  formatDate: (date: Date) => string,
): TransactionRow {
  const gems = Math.abs(amount);
  return {
    id,
    type: type.charAt(0).toUpperCase() + type.slice(1),
    amount: `${amount < 0 ? "\u2212" : "+"}${gems} ${gems === 1 ? "gem" : "gems"}`,
    gained: amount > 0,
    description: description || "No description",
    date: formatDate(createdAt),
    receipt,
    note: refund && refundNotes[refund],
  };
}

const refundNotes: Record<NonNullable<Transaction["refund"]>, string> = {
  begun: "Your refund is on its way.",
  "needs-attention": "Your refund needs your bank details. Please write to us.",
  done: "Your money was sent back.",
  failed: "The refund didn't go through. Your gems are back.",
  returned: "Your bank returned your money.",
};
