/**
 * The port to the payment provider: Paystack, or the embedded sandbox, which speaks the same protocol. Amounts are
 * whole kobo (1 naira is 100 kobo); buyers are always charged in naira.
 */

/** Whether a payment moved real money. */
export type PaymentDomain = "test" | "live";

export interface PaymentRequest {
  /** Our name for the payment: letters, digits, `-`, `.` and `=` only. Never used before. */
  reference: string;
  amountKobo: number;
  email: string;
  /** Where the payment page sends people afterwards, with `reference` added to the query. */
  callbackUrl: string;
  /** Where it sends those who cancel. */
  cancelUrl: string;
  /** Shown beside the payment in the provider's dashboard (docs/product/specification.md, "Calls to services"). */
  metadata: Readonly<Record<string, string | number>>;
}

export type PaymentStart =
  /** The provider's page, on which the person pays. */
  | { ok: true; authorizationUrl: string }
  /** `rejected`: the provider refused the request itself. `unavailable`: no usable answer came. */
  | { ok: false; problem: "rejected" | "unavailable" };

/** What the provider knows about a payment. `abandoned`: not attempted yet. `reversed`: paid, then given back. */
export type KnownPayment = {
  status: "success" | "failed" | "abandoned" | "pending" | "reversed";
  reference: string;
  /** What was asked for, or what was paid where that is less. Fees passed on to the buyer are not in it. */
  amountKobo: number;
  currency: string;
  domain: PaymentDomain;
};

export type PaymentCheck =
  | { ok: true; payment: KnownPayment | { status: "unknown" } }
  | { ok: false; problem: "unavailable" };

export type PaymentEvent =
  | { kind: "paid"; reference: string }
  /** Refunded, or lost in a dispute. `amountKobo` null: all of it. */
  | { kind: "returned"; reference: string; amountKobo: number | null }
  /** Anything this product does not act on. */
  | { kind: "other"; name: string };

export type WebhookReading =
  | { ok: true; event: PaymentEvent }
  /** `forged`: the signature is missing or wrong, and the body was not looked at. `malformed`: signed, but no event. */
  | { ok: false; problem: "forged" | "malformed" };

export interface PaymentProvider {
  /** What this process is configured for; payments of the other domain are never credited. */
  readonly domain: PaymentDomain;
  /** Registers a payment. */
  initialize(request: PaymentRequest): Promise<PaymentStart>;
  /** Asks what became of a payment. */
  verify(reference: string): Promise<PaymentCheck>;
  /** Gives the whole payment back. Repeating it is not an error. */
  refund(reference: string): Promise<{ ok: true } | { ok: false; problem: "rejected" | "unavailable" }>;
  /** Checks the signature over the bytes as they came, before anything reads them. */
  readWebhook(rawBody: Uint8Array, signature: string | null): WebhookReading;
}
