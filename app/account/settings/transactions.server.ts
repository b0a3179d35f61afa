import { sql as raw } from "kysely";
import { cursorTime, encodeCursor, type PageCursor } from "../../server/database/page-cursor.ts";
import type { Database } from "../../server/database/database.ts";
import type { TransactionRow } from "./history-tab.tsx";

export const transactionsPageSize = 50;

interface Transaction {
  id: string;
  /** `bonus`, `purchase`, `usage`, `refund` or `clawback`. */
  type: string;
  /** Gems, signed. */
  amount: number;
  description: string | null;
  createdAt: Date;
  receipt: string | null;
}

/** One page, newest first; `next` is null on the last one. */
export async function readTransactions(
  database: Database,
  memberId: string,
  before: PageCursor | null,
): Promise<{ transactions: Transaction[]; next: string | null }> {
  const rows = await database.asMember(memberId, (sql) => {
    const query = sql
      .selectFrom("coin_transactions")
      .select(["id", "type", "amount", "description"])
      .select(receiptReference)
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

/** Keys of purchases and clawbacks contain the payment's reference. */
const receiptReference = raw<string | null>`(
  select p.reference from public.purchases p
  where coin_transactions.type in ('purchase', 'clawback') and p.status = 'paid'
    and p.reference = substr(coin_transactions.idempotency_key, strpos(coin_transactions.idempotency_key, ':') + 1)
)`.as("receipt");

/** A visible sign and the amount (docs/product/decisions.md, "Gems and payments"). */
export function transactionRow(
  { id, type, amount, description, createdAt, receipt }: Transaction,
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
  };
}
