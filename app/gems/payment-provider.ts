/** The port to Paystack, or to the embedded sandbox with the same protocol. Amounts in whole kobo. */

import { createContext } from "react-router";
import type { PaymentSandbox } from "./sandbox/payment-sandbox.ts";

type PaymentDomain = "test" | "live";

export interface PaymentRequest {
  /** Unique; letters, digits, `-`, `.` and `=` only. */
  reference: string;
  amountKobo: number;
  email: string;
  /** The provider adds `reference` to the query. */
  callbackUrl: string;
  cancelUrl: string;
  metadata: Readonly<Record<string, string | number>>;
}

type PaymentStart =
  | { ok: true; authorizationUrl: string }
  /** `rejected`: the provider refused the request. `unavailable`: no usable answer. */
  | { ok: false; problem: "rejected" | "unavailable" };

/** `abandoned`: not attempted yet. `reversed`: paid, then refunded. */
export type KnownPayment = {
  status: "success" | "failed" | "abandoned" | "pending" | "reversed";
  reference: string;
  /** Excludes fees that the buyer bears. */
  amountKobo: number;
  currency: string;
  domain: PaymentDomain;
};

type PaymentCheck = { ok: true; payment: KnownPayment | { status: "unknown" } } | { ok: false; problem: "unavailable" };

export const refundStatuses = ["begun", "done", "failed", "needs-attention"] as const;
/** `needs-attention`: the provider needs the buyer's bank details. A dispute is `done` when lost, `failed` when won. */
export type RefundStatus = (typeof refundStatuses)[number];

export interface ReportedRefund {
  /** The provider's id; `dispute:<id>` for disputes. */
  id: string;
  kind: "refund" | "dispute";
  amountKobo: number;
  status: RefundStatus;
  /** ISO 8601: the deadline for an answer to a dispute. */
  dueAt?: string;
}

export type PaymentEvent =
  | { kind: "paid"; reference: string }
  /** The state of the payment's refunds changed; `refunds` returns it. */
  | { kind: "refund"; reference: string }
  | { kind: "dispute"; reference: string; dispute: ReportedRefund }
  | { kind: "other"; name: string };

export type WebhookReading =
  | { ok: true; event: PaymentEvent }
  /** `forged`: wrong signature, body not parsed. `malformed`: signed, but not an event. */
  | { ok: false; problem: "forged" | "malformed" };

export interface PaymentProvider {
  /** Payments of the other domain are never credited. */
  readonly domain: PaymentDomain;
  initialize(request: PaymentRequest): Promise<PaymentStart>;
  verify(reference: string): Promise<PaymentCheck>;
  /**
   * Begins a refund of the whole payment; a repeated call during a refund begins no second one. `refund` is null if the
   * provider names none.
   */
  refund(
    reference: string,
  ): Promise<{ ok: true; refund: ReportedRefund | null } | { ok: false; problem: "rejected" | "unavailable" }>;
  /** Lists all refunds, made after `since`, of a payment. */
  refunds(
    reference: string,
    since: Date,
  ): Promise<{ ok: true; refunds: ReportedRefund[] } | { ok: false; problem: "unavailable" }>;
  /** Verifies the signature over the raw bytes before parsing. */
  readWebhook(rawBody: Uint8Array, signature: string | null): WebhookReading;
}

/** Paystack's alphabet (https://paystack.com/docs/api/transaction). */
export const isReference = (text: string): boolean => /^[A-Za-z0-9.=-]{1,100}$/.test(text);

export const paymentsContext = createContext<PaymentProvider>();
/** Null if the product takes real payments. */
export const sandboxContext = createContext<PaymentSandbox | null>();
