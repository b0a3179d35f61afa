import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { createPaystackPayments } from "../../app/adapters/hosted/paystack/paystack-payments.server.ts";
import type { PaymentProvider } from "../../app/gems/payment-provider.ts";

export type Deed =
  | "pay"
  | "pay too little"
  | "pay far too much"
  | "pay in cedis"
  | "pay in the other domain"
  | "decline"
  | "leave pending"
  | "refund half"
  | "refund"
  | "refund arrives"
  | "refund fails";

/** Failures of the API. `of before`: it answers with the state before the payment's last change. */
export type FickleApi = "error" | "cut" | "nonsense" | "of before";

/** An in-memory provider behind Paystack's adapter, which also reports the correct result. */
export interface ModelPayments {
  payments: PaymentProvider;
  secretKey: string;
  happens(reference: string, deed: Deed): void;
  /** Makes the next `calls` calls fail in this way. */
  disturb(fickle: FickleApi, calls: number): void;
  /** Lists the refunds begun so far. */
  refundsOf(reference: string): ModelRefund[];
  /** Returns whether the correct price was ever paid, and whether all of it was refunded. */
  truth(reference: string): { paid: boolean; refunded: boolean };
}

export interface ModelRefund {
  id: number;
  amount: number;
  status: "pending" | "processed" | "failed";
  createdAt: string;
}

interface Known {
  status: string;
  amount: number;
  currency: string;
  domain: string;
}

interface Payment {
  now: Known;
  before: Known;
  paid: boolean;
  refunds: ModelRefund[];
  refundsBefore: ModelRefund[];
}

export function openModelPayments(references: readonly string[], priceKobo: number): ModelPayments {
  const secretKey = `sk_test_${randomUUID()}`;
  const unpaid: Known = { status: "abandoned", amount: priceKobo, currency: "NGN", domain: "test" };
  const all = new Map<string, Payment>(
    references.map((reference) => [
      reference,
      { now: unpaid, before: unpaid, paid: false, refunds: [], refundsBefore: [] },
    ]),
  );
  const paid: Partial<Record<Deed, Partial<Known>>> = {
    pay: {},
    "pay too little": { amount: priceKobo - 1 },
    // Exceeds the range of the database's integers.
    "pay far too much": { amount: 2 ** 40 },
    "pay in cedis": { currency: "GHS" },
    "pay in the other domain": { domain: "live" },
  };
  let refundIds = 0;
  const returnedOf = ({ refunds }: Payment) =>
    refunds.reduce((sum, { amount, status }) => sum + (status === "failed" ? 0 : amount), 0);
  let [fickle, calls] = ["of before" as FickleApi, 0];

  function become(payment: Payment, change: Partial<Known>) {
    payment.before = payment.now;
    payment.now = { ...payment.now, ...change };
  }

  function happens(reference: string, deed: Deed) {
    const payment = all.get(reference);
    if (!payment) throw new Error("no such payment");
    const { status } = payment.now;
    const over = status === "success" || status === "reversed";
    if (deed.startsWith("refund")) {
      if (!over) return;
      payment.refundsBefore = payment.refunds.map((refund) => ({ ...refund }));
      const pending = payment.refunds.find((refund) => refund.status === "pending");
      if (deed === "refund arrives" && pending) pending.status = "processed";
      if (deed === "refund fails" && pending) pending.status = "failed";
      const rest = payment.now.amount - returnedOf(payment);
      const amount = deed === "refund" ? rest : deed === "refund half" ? Math.min(rest, payment.now.amount / 2) : 0;
      if (amount >= 1) {
        refundIds += 1;
        const createdAt = new Date().toISOString();
        payment.refunds.push({ id: refundIds, amount: Math.floor(amount), status: "pending", createdAt });
      }
      become(payment, { status: returnedOf(payment) >= payment.now.amount ? "reversed" : "success" });
    } else if (!over && deed === "decline") become(payment, { status: "failed" });
    else if (!over && deed === "leave pending") become(payment, { status: "pending" });
    else if (!over) {
      become(payment, { status: "success", ...paid[deed] });
      payment.paid = deed === "pay";
    }
  }

  function answer(method: string, path: string, body: unknown): Response | null {
    const disturbed = calls > 0;
    calls = Math.max(0, calls - 1);
    if (disturbed && fickle === "cut") return null;
    if (disturbed && fickle === "error") return Response.json({ status: false, message: "away" }, { status: 500 });
    if (disturbed && fickle === "nonsense") return new Response("<html></html>");
    if (method === "POST") {
      const reference = String((body as { transaction: unknown }).transaction);
      const refusal = { status: false, message: "Transaction is not successful", code: "x" };
      const status = all.get(reference)?.now.status;
      if (status === "reversed") return Response.json({ ...refusal, message: "fully reversed" }, { status: 400 });
      if (status !== "success") return Response.json(refusal, { status: 400 });
      happens(reference, "refund");
      const data = all.get(reference)?.refunds.at(-1);
      return Response.json({ status: true, message: "queued", data: { ...data, dispute: null } });
    }
    if (path === "/refund") {
      const data = [...all].flatMap(([reference, { refunds, refundsBefore }]) =>
        (disturbed ? refundsBefore : refunds).map((refund) => ({ ...refund, transaction_reference: reference })),
      );
      return Response.json({ status: true, message: "Refunds retrieved", data });
    }
    const reference = decodeURIComponent(path.split("/").at(-1) ?? "");
    const payment = all.get(reference);
    if (!payment) {
      return Response.json({ status: false, message: "", code: "transaction_not_found" }, { status: 400 });
    }
    return Response.json({ status: true, data: { reference, ...(disturbed ? payment.before : payment.now) } });
  }

  return {
    secretKey,
    payments: createPaystackPayments({
      secretKey,
      log: pino({ level: "silent" }),
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const body: unknown = request.method === "POST" ? await request.json() : null;
        const given = answer(request.method, new URL(request.url).pathname, body);
        if (!given) throw new TypeError("fetch failed");
        return given;
      },
    }),
    happens,
    disturb: (how, count) => void ([fickle, calls] = [how, count]),
    refundsOf: (reference) => all.get(reference)?.refunds ?? [],
    truth: (reference) => {
      const payment = all.get(reference);
      return {
        paid: payment?.paid ?? false,
        refunded: payment !== undefined && returnedOf(payment) >= payment.now.amount,
      };
    },
  };
}
