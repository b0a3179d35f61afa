import { createHmac, randomUUID } from "node:crypto";
import {
  noSandboxFaults,
  type PaymentSandbox,
  sandboxFaultMs,
  type SandboxFaults,
} from "../../../gems/sandbox/payment-sandbox.ts";
import { sandboxApi, type SandboxApiOptions, transactionBody } from "./sandbox-api.server.ts";
import { sandboxRefunds } from "./sandbox-refunds.server.ts";
import { openSandboxTransactions, type SandboxTransaction } from "./sandbox-transactions.server.ts";
import type { Logger } from "pino";

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

/** Simulates a small Paystack without real money: API, payment page and webhooks. */
export async function openPaymentSandbox(options: PaymentSandboxOptions): Promise<RunningPaymentSandbox> {
  const { faultMs = sandboxFaultMs, refundStepMs: stepMs = 5_000 } = options;
  const transactions = await openSandboxTransactions(options.directory);
  const steps = plannedSteps(options.log);
  const webhooks = sandboxWebhooks(options, steps);
  const refunds = sandboxRefunds({
    transactions,
    stepMs,
    plan: steps.plan,
    send: (event, data) => void webhooks.send(event, data),
  });
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
    close: steps.close,

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

/** Paystack's fee for Nigerian cards: 1.5 %, plus ₦100 from ₦2,500 on. */
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

interface PlannedSteps {
  /** Does the work in `inMs` ms, unless closed by then. */
  plan(inMs: number, work: () => Promise<void>): void;
  /** Does the work at once; a failure is logged. */
  run(work: () => Promise<void>): Promise<void>;
  /** Drops the planned work and waits for the work that began. */
  close(): Promise<void>;
}

function plannedSteps(log: Logger): PlannedSteps {
  const planned = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let closed = false;

  async function run(work: () => Promise<void>) {
    const step = work()
      .catch((err: unknown) => log.error({ err }, "a step of the payment sandbox failed"))
      .finally(() => running.delete(step));
    running.add(step);
    await step;
  }

  return {
    run,
    plan(inMs, work) {
      if (closed) return;
      const timer = setTimeout(() => {
        planned.delete(timer);
        void run(work);
      }, inMs);
      timer.unref();
      planned.add(timer);
    },
    async close() {
      closed = true;
      for (const timer of planned) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

interface SandboxWebhookOptions {
  webhookUrl: string;
  secretKey: string;
  log: Logger;
  /** Pauses in ms before each further delivery; Paystack's are minutes and hours. */
  retryDelaysMs?: readonly number[];
  afterMs?: number;
  latenessMs?: number;
}

interface SandboxWebhooks {
  /** Sends a signed event, with retries. Resolves at once, or after the first delivery of an early webhook. */
  send(event: string, data: unknown, faults?: Pick<SandboxFaults, "webhook" | "signature">): Promise<void>;
}

const timeLimitMs = 10_000;

/** Delivers over real HTTP until the receiver answers 200. Retries live in memory; the purchase sweep covers losses. */
function sandboxWebhooks(
  {
    webhookUrl,
    secretKey,
    log,
    retryDelaysMs = [1_000, 5_000, 30_000, 180_000],
    afterMs = 3_000,
    latenessMs = 20_000,
  }: SandboxWebhookOptions,
  { plan, run }: PlannedSteps,
): SandboxWebhooks {
  async function deliver(body: string, signature: string, attempt: number): Promise<void> {
    const delivered = await post(webhookUrl, body, signature);
    if (delivered === 200) return;
    log.warn({ attempt: attempt + 1, answer: delivered }, "sandbox webhook was not accepted");
    const delay = retryDelaysMs[attempt];
    if (delay !== undefined) plan(delay, () => deliver(body, signature, attempt + 1));
  }

  return {
    async send(event, data, { webhook, signature } = noSandboxFaults) {
      const body = JSON.stringify({ event, data });
      const key = signature === "good" ? secretKey : `not ${secretKey}`;
      const signed = createHmac("sha512", key).update(body).digest("hex");
      const first = () => deliver(body, signed, 0);
      if (webhook === "before") return run(first);
      const delaysMs = { once: [0], twice: [0, 0], after: [afterMs], late: [latenessMs], never: [] }[webhook];
      for (const delayMs of delaysMs) plan(delayMs, first);
    },
  };
}

async function post(url: string, body: string, signature: string): Promise<number | string> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "x-paystack-signature": signature },
      body,
      signal: AbortSignal.timeout(timeLimitMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    return error instanceof Error ? error.name : "unknown error";
  }
}
