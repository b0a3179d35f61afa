import { randomUUID } from "node:crypto";
import { type PaymentSandbox, type SandboxFaults, sandboxFaultMs } from "../../../gems/sandbox/payment-sandbox.ts";
import { sandboxApi, transactionBody, type SandboxApiOptions } from "./sandbox-api.server.ts";
import { sandboxRefunds } from "./sandbox-refunds.server.ts";
import { openSandboxTransactions, type SandboxTransaction } from "./sandbox-transactions.server.ts";
import { sandboxWebhooks, type SandboxWebhookOptions } from "./sandbox-webhooks.server.ts";

type PaymentSandboxOptions = SandboxWebhookOptions &
  Pick<SandboxApiOptions, "checkoutUrl"> & {
    directory: string;
    faultMs?: number;
    /** ms between the steps of a refund or dispute. */
    refundStepMs?: number;
  };

export interface RunningPaymentSandbox extends PaymentSandbox {
  fetch: typeof globalThis.fetch;
  close: () => Promise<void>;
}

/** A small Paystack without money: API, payment page and webhooks. */
export async function openPaymentSandbox(options: PaymentSandboxOptions): Promise<RunningPaymentSandbox> {
  const { faultMs = sandboxFaultMs, refundStepMs: stepMs = 5_000 } = options;
  const transactions = await openSandboxTransactions(options.directory);
  const webhooks = sandboxWebhooks(options);
  const refunds = sandboxRefunds({ transactions, stepMs, send: (event, data) => void webhooks.send(event, data) });
  const api = sandboxApi({
    transactions,
    secretKey: options.secretKey,
    checkoutUrl: options.checkoutUrl,
    refunds,
  });

  async function pay({ reference }: SandboxTransaction, faults: SandboxFaults): Promise<void> {
    let paidNow = false;
    const paid = await transactions.change(reference, (transaction) => {
      paidNow = !isFinal(transaction);
      return paidNow ? paidWith(faults, transaction, Date.now() + faultMs) : {};
    });
    if (!paid || !paidNow) return;
    if (faults.dispute !== "none") refunds.dispute(paid, faults.dispute);
    const named = faults.reference === "right" ? {} : { reference: `${randomUUID()}-starter-NGN` };
    await webhooks.send("charge.success", { ...transactionBody(paid), ...named }, faults);
  }

  return {
    fetch: (input, init) => api(new Request(input, init), init?.signal ?? undefined),
    async close() {
      refunds.close();
      await webhooks.close();
    },

    async checkout(accessCode) {
      const transaction = await transactions.readByAccessCode(accessCode);
      if (!transaction) return null;
      const { reference, amountKobo, status } = transaction;
      return { reference, amountKobo, status, callbackUrl: callbackUrl(transaction) };
    },

    async act(accessCode, { button, faults }) {
      const transaction = await transactions.readByAccessCode(accessCode);
      if (!transaction) return null;
      switch (button) {
        case "pay":
          await pay(transaction, faults);
          return callbackUrl(transaction);
        case "decline":
          await transactions.change(transaction.reference, unlessFinal({ status: "failed" }));
          return options.checkoutUrl(accessCode);
        case "leave-pending":
          await transactions.change(transaction.reference, unlessFinal({ status: "pending" }));
          return callbackUrl(transaction);
        case "cancel":
          return transaction.cancelUrl ?? callbackUrl(transaction);
      }
    },
  };
}

function paidWith(
  { amount, currency, answers, refund }: SandboxFaults,
  { amountKobo }: SandboxTransaction,
  until: number,
): Partial<SandboxTransaction> {
  return {
    status: "success",
    paidKobo: { right: amountKobo, wrong: Math.ceil(amountKobo / 2), fees: amountKobo + feeKobo(amountKobo) }[amount],
    paidAt: new Date().toISOString(),
    refundOutcome: refund,
    ...(currency === "wrong" ? { currency: "KES" } : {}),
    ...(answers === "right" ? {} : { fault: { kind: answers, until } }),
  };
}

/** Paystack's fee for cards of Nigeria: 1.5 %, and ₦100 from ₦2,500 on. */
const feeKobo = (amountKobo: number) => Math.ceil(amountKobo * 0.015) + (amountKobo < 250_000 ? 0 : 10_000);

const unlessFinal = (change: Partial<SandboxTransaction>) => (transaction: SandboxTransaction) =>
  isFinal(transaction) ? {} : change;

const isFinal = ({ status }: SandboxTransaction) => ["success", "reversal-pending", "reversed"].includes(status);

function callbackUrl({ callbackUrl: url, reference }: SandboxTransaction): string {
  const back = new URL(url);
  back.searchParams.set("trxref", reference);
  back.searchParams.set("reference", reference);
  return back.href;
}
