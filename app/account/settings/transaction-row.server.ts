import type { RefundStatus } from "../../gems/payment-provider.ts";
import type { TransactionRow } from "./history-tab.tsx";
import type { Transaction } from "./transactions.server.ts";

/** A visible sign and the amount (docs/product/decisions.md, "Gems and payments"). */
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

const refundNotes: Record<RefundStatus, string> = {
  begun: "Your refund is on its way.",
  "needs-attention": "Your refund needs your bank details. Please write to us.",
  done: "Your money was sent back.",
  failed: "The refund didn't go through. Your gems are back.",
};
