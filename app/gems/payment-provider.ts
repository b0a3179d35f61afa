/** The port to Paystack, or to the embedded sandbox with the same protocol. Whole kobo. */

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
  /** Without fees passed on to the buyer. */
  amountKobo: number;
  currency: string;
  domain: PaymentDomain;
};

type PaymentCheck = { ok: true; payment: KnownPayment | { status: "unknown" } } | { ok: false; problem: "unavailable" };

export type PaymentEvent =
  | { kind: "paid"; reference: string }
  /** Refunded, or lost in a dispute. `amountKobo` null: all of it. */
  | { kind: "returned"; reference: string; amountKobo: number | null }
  | { kind: "other"; name: string };

export type WebhookReading =
  | { ok: true; event: PaymentEvent }
  /** `forged`: wrong signature, body not parsed. `malformed`: signed, but no event. */
  | { ok: false; problem: "forged" | "malformed" };

export interface PaymentProvider {
  /** Payments of the other domain are never credited. */
  readonly domain: PaymentDomain;
  initialize(request: PaymentRequest): Promise<PaymentStart>;
  verify(reference: string): Promise<PaymentCheck>;
  /** Refunds the whole payment; safe to repeat. */
  refund(reference: string): Promise<{ ok: true } | { ok: false; problem: "rejected" | "unavailable" }>;
  /** Verifies the signature over the raw bytes before parsing. */
  readWebhook(rawBody: Uint8Array, signature: string | null): WebhookReading;
}

/** Paystack's alphabet (https://paystack.com/docs/api/transaction). */
export const isReference = (text: string): boolean => /^[A-Za-z0-9.=-]{1,100}$/.test(text);

export const paymentsContext = createContext<PaymentProvider>();
/** Null where real payments are taken. */
export const sandboxContext = createContext<PaymentSandbox | null>();
