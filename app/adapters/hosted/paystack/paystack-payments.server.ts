import { z } from "zod";
import type { Logger } from "pino";
import type { KnownPayment, PaymentProvider, ReportedRefund } from "../../../gems/payment-provider.ts";
import { readPaystackWebhook } from "./paystack-webhook.server.ts";
import { probeService } from "../probe-service.server.ts";

export const paystackApiUrl = "https://api.paystack.co";
export const paystackCheckoutOrigin = "https://checkout.paystack.com";

interface PaystackOptions {
  secretKey: string;
  apiUrl?: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
  log: Logger;
}

/**
 * Paystack's HTTP API (https://paystack.com/docs/api/transaction), also used for the sandbox through `fetch`. Logs
 * status and error codes, never keys, bodies or personal data.
 */
export function createPaystackPayments(options: PaystackOptions): PaymentProvider {
  const { secretKey, log } = options;
  const call = caller(options);
  return {
    domain: secretKey.startsWith("sk_live_") ? "live" : "test",

    async initialize({ reference, amountKobo, email, callbackUrl, cancelUrl, metadata }) {
      const answer = await call("POST", "/transaction/initialize", initializedSchema, {
        reference,
        amount: amountKobo,
        currency: "NGN",
        email,
        callback_url: callbackUrl,
        metadata: { cancel_action: cancelUrl, custom_fields: customFields(metadata) },
      });
      if (answer.ok) return { ok: true, authorizationUrl: answer.data.authorization_url };
      return { ok: false, problem: answer.refused ? "rejected" : "unavailable" };
    },

    async verify(reference) {
      const answer = await call("GET", `/transaction/verify/${encodeURIComponent(reference)}`, transactionSchema);
      if (answer.ok && answer.data.reference === reference) return { ok: true, payment: knownPayment(answer.data) };
      if (answer.ok) log.error({ reference }, "Paystack answered about another reference");
      else if (answer.refused && isNotFound(answer)) return { ok: true, payment: { status: "unknown" } };
      return { ok: false, problem: "unavailable" };
    },

    async refund(reference) {
      const answer = await call("POST", "/refund", refundSchema.nullable().catch(null), { transaction: reference });
      if (answer.ok) return { ok: true, refund: answer.data && reportedRefund(answer.data) };
      if (answer.refused && isReversed(answer)) return { ok: true, refund: null };
      return { ok: false, problem: answer.refused ? "rejected" : "unavailable" };
    },

    async refunds(reference, since) {
      const refunds: ReportedRefund[] = [];
      for (let page = 1; page <= maxRefundPages; page += 1) {
        const query = new URLSearchParams({
          perPage: String(refundsPerPage),
          page: String(page),
          from: since.toISOString(),
        });
        const answer = await call("GET", `/refund?${query}`, z.array(z.unknown()));
        if (!answer.ok) return { ok: false, problem: "unavailable" };
        for (const entry of answer.data) {
          const refund = listedRefundSchema.safeParse(entry).data;
          if (refund?.transaction_reference === reference) refunds.push(reportedRefund(refund));
        }
        if (answer.data.length < refundsPerPage) return { ok: true, refunds };
      }
      log.error({ reference }, "Paystack lists more refunds than are read");
      return { ok: false, problem: "unavailable" };
    },

    readWebhook: (rawBody, signature) => readPaystackWebhook(secretKey, rawBody, signature),
  };
}

const initializedSchema = z.object({ authorization_url: z.url({ protocol: /^https?$/ }) });
const transactionSchema = z.object({
  status: z.string(),
  reference: z.string(),
  amount: z.number().int().nonnegative(),
  requested_amount: z.number().int().nonnegative().nullish(),
  currency: z.string(),
  domain: z.enum(["test", "live"]),
});
/** https://paystack.com/docs/api/refund; `dispute` is set if a lost dispute began the refund. */
const refundSchema = z.object({
  id: z.union([z.number().int(), z.string().min(1).max(60)]),
  amount: z.coerce.number().int().nonnegative(),
  status: z.string(),
  dispute: z.union([z.number(), z.string(), z.object({ id: z.union([z.number(), z.string()]) })]).nullish(),
});
const listedRefundSchema = refundSchema.extend({ transaction_reference: z.string() });
const refundsPerPage = 100;
const maxRefundPages = 20;

function reportedRefund({ id, amount, status, dispute }: z.infer<typeof refundSchema>): ReportedRefund {
  // The dispute's own events count this money.
  const disputeId = typeof dispute === "object" ? dispute?.id : dispute;
  if (disputeId) return { id: `dispute:${disputeId}`, kind: "dispute", amountKobo: amount, status: "done" };
  return { id: String(id), kind: "refund", amountKobo: amount, status: refundStatusOf[status] ?? "begun" };
}

/** Other statuses (pending, processing) mean begun. */
const refundStatusOf: Record<string, ReportedRefund["status"]> = {
  processed: "done",
  failed: "failed",
  "needs-attention": "needs-attention",
};

const isReversed = ({ code, message }: { code: string; message: string }) =>
  code === "transaction_reversed" || /fully reversed|already.*refund/i.test(message);

const refusalSchema = z.object({ message: z.string().catch(""), code: z.string().catch("") });

type Answer<T> =
  | { ok: true; data: T }
  | { ok: false; refused: true; status: number; code: string; message: string }
  | { ok: false; refused: false };

type Call = <T>(method: "GET" | "POST", path: string, schema: z.ZodType<T>, body?: unknown) => Promise<Answer<T>>;

function caller({
  secretKey,
  apiUrl = paystackApiUrl,
  fetch = globalThis.fetch,
  timeoutMs = 10_000,
  log,
}: PaystackOptions): Call {
  return async (method, path, schema, body) => {
    const operation = `${method} ${path.split("?", 1)[0]?.split("/", 3).join("/")}`;
    try {
      const response = await fetch(`${apiUrl}${path}`, {
        method,
        headers: { Authorization: `Bearer ${secretKey}`, ...(body ? { "Content-Type": "application/json" } : {}) },
        body: body ? JSON.stringify(body) : null,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const json: unknown = await response.json();
      if (response.ok) return { ok: true, data: z.object({ status: z.literal(true), data: schema }).parse(json).data };
      const refusal = { status: response.status, ...refusalSchema.parse(json) };
      const logged = { operation, status: refusal.status, code: refusal.code };
      if (isNotFound(refusal)) return { ok: false, refused: true, ...refusal };
      log.warn(logged, "Paystack refused");
      // 401, 429 and 5xx say nothing about the payment.
      const aboutRequest =
        response.status >= 400 && response.status < 500 && ![401, 403, 408, 429].includes(response.status);
      return aboutRequest ? { ok: false, refused: true, ...refusal } : { ok: false, refused: false };
    } catch (error) {
      log.warn(
        { operation, reason: error instanceof Error ? error.name : "unknown" },
        "no usable answer from Paystack",
      );
      return { ok: false, refused: false };
    }
  };
}

/** Until 2023 a 404, since then a 400 with a code; both are documented, and "Entity not found" (404) in the OpenAPI. */
function isNotFound({ status, code, message }: { status: number; code: string; message: string }): boolean {
  return (
    code === "transaction_not_found" ||
    ((status === 404 || status === 400) && /(reference|entity) not found/i.test(message))
  );
}

function knownPayment(data: z.infer<typeof transactionSchema>): KnownPayment {
  const { reference, amount, requested_amount: requested, currency, domain } = data;
  return {
    // A refund in progress is "reversal pending", in an undocumented spelling.
    status: /^reversal.?pending$/i.test(data.status)
      ? "reversed"
      : (knownStatuses.find((status) => status === data.status) ?? "pending"),
    reference,
    // `amount` exceeds `requested_amount` when the buyer bears the fees, and is below it after a partial debit.
    amountKobo: Math.min(requested ?? amount, amount),
    currency,
    domain,
  };
}

/** Other statuses (ongoing, pending, processing, queued) mean undecided. */
const knownStatuses = ["success", "failed", "abandoned", "reversed"] as const;

const customFields = (metadata: Readonly<Record<string, string | number>>) =>
  Object.entries(metadata).map(([name, value]) => ({
    display_name: (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " "),
    variable_name: name,
    value,
  }));

/** Reads a setting, which an account without payments has too. */
export function checkPaystack({ secretKey, apiUrl }: { secretKey: string; apiUrl: string }): Promise<string | null> {
  return probeService({
    url: `${apiUrl}/integration/payment_session_timeout`,
    headers: { Authorization: `Bearer ${secretKey}` },
    key: "PAYSTACK_SECRET_KEY",
    // 401 in the OpenAPI, 400 "Invalid key" in the code snippets.
    refusedBy: [400, 401, 403],
  });
}
