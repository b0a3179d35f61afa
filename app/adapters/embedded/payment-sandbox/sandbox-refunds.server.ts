import { randomInt } from "node:crypto";
import type { SandboxTransaction, SandboxTransactions } from "./sandbox-transactions.server.ts";

/** A refund as Paystack lists it (https://paystack.com/docs/api/refund); `dueAt`: its end if pending, ms since 1970. */
export interface SandboxRefund {
  id: number;
  amountKobo: number;
  status: "pending" | "processed" | "failed" | "needs-attention";
  createdAt: string;
  dueAt: number;
}

interface SandboxRefundsOptions {
  transactions: SandboxTransactions;
  send: (event: string, data: unknown) => void;
  plan: (inMs: number, work: () => Promise<void>) => void;
  /** ms until a refund ends, and between the steps of a dispute; Paystack takes days. */
  stepMs: number;
}

/** Refunds and disputes of sandbox payments. Their steps survive a restart; webhooks due during it are lost. */
export function sandboxRefunds({ transactions, send, plan, stepMs }: SandboxRefundsOptions) {
  /** Ends the payment's refund when it is due. */
  async function advance(reference: string): Promise<SandboxTransaction | null> {
    let ended = false;
    const transaction = await transactions.change(reference, (before) => {
      const refund = before.refunds?.at(-1);
      const outcome = before.refundOutcome ?? "processed";
      ended = refund?.status === "pending" && refund.dueAt <= Date.now() && outcome !== "pending";
      if (!ended || !refund || outcome === "pending") return {};
      const status = outcome === "processed" ? "reversed" : outcome === "failed" ? "success" : before.status;
      // After a failed refund, the payment's next one succeeds.
      return {
        status,
        refunds: replaceLast(before.refunds, { ...refund, status: outcome }),
        refundOutcome: "processed",
      };
    });
    const refund = transaction?.refunds?.at(-1);
    if (ended && transaction && refund) send(`refund.${refund.status}`, refundBody(transaction, refund));
    return transaction;
  }

  return {
    advance,

    /** Begins a refund of a successful payment; `refund` is null in any other state. */
    async begin(reference: string): Promise<{ transaction: SandboxTransaction; refund: SandboxRefund | null } | null> {
      let begun: SandboxRefund | null = null;
      const transaction = await transactions.change(reference, (before) => {
        if (before.status !== "success") return {};
        const createdAt = new Date().toISOString();
        begun = {
          id: randomInt(1, 2 ** 31),
          amountKobo: before.paidKobo ?? before.amountKobo,
          status: "pending",
          createdAt,
          dueAt: Date.now() + stepMs,
        };
        return { status: "reversal-pending", refunds: [...(before.refunds ?? []), begun] };
      });
      if (!transaction) return null;
      const refund = begun as SandboxRefund | null;
      if (refund) {
        send("refund.pending", refundBody(transaction, refund));
        plan(stepMs + 1, async () => void (await advance(reference)));
      }
      return { transaction, refund };
    },

    /** All refunds since `from`, newest first. */
    async list(from: Date) {
      const all = await transactions.all();
      const advanced = await Promise.all(
        all.filter(({ refunds }) => refunds?.length).map(({ reference }) => advance(reference)),
      );
      return advanced
        .flatMap((transaction) => transaction?.refunds?.map((refund) => ({ transaction, refund })) ?? [])
        .filter(({ refund }) => new Date(refund.createdAt) >= from)
        .toSorted((a, b) => b.refund.createdAt.localeCompare(a.refund.createdAt));
    },

    /** The buyer's bank disputes the payment; a lost dispute reverses it. */
    dispute(transaction: SandboxTransaction, outcome: "open" | "lost" | "won"): void {
      const id = randomInt(1, 2 ** 31);
      const dueAt = new Date(Date.now() + 16 * 3_600_000).toISOString();
      const body = (status: string, resolution: string | null) => ({
        id,
        refund_amount: transaction.paidKobo,
        currency: transaction.currency,
        status,
        resolution,
        domain: "test",
        dueAt,
        transaction: { reference: transaction.reference, amount: transaction.paidKobo },
      });
      plan(stepMs, async () => send("charge.dispute.create", body("awaiting-merchant-feedback", null)));
      if (outcome === "open") return;
      plan(2 * stepMs, async () => {
        if (outcome === "lost") await transactions.change(transaction.reference, () => ({ status: "reversed" }));
        send("charge.dispute.resolve", body("resolved", outcome === "lost" ? "auto-accepted" : "declined"));
      });
    },
  };
}

/** Data of a refund event (https://paystack.com/docs/payments/webhooks); amounts are strings there. */
function refundBody({ reference, currency }: SandboxTransaction, { amountKobo, status }: SandboxRefund) {
  return {
    status,
    transaction_reference: reference,
    refund_reference: null,
    amount: String(amountKobo),
    currency,
    domain: "test",
  };
}

function replaceLast(refunds: readonly SandboxRefund[] = [], last: SandboxRefund): SandboxRefund[] {
  return [...refunds.slice(0, -1), last];
}
