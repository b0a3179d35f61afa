import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { SandboxRefund, sandboxRefunds } from "./sandbox-refunds.server.ts";
import {
  newAccessCode,
  referencePattern,
  type SandboxTransaction,
  type SandboxTransactions,
} from "./sandbox-transactions.server.ts";

export interface SandboxApiOptions {
  transactions: SandboxTransactions;
  secretKey: string;
  checkoutUrl: (accessCode: string) => string;
  refunds: ReturnType<typeof sandboxRefunds>;
}

/**
 * Serves initialize, verify, refund, and the setting that checks a key (https://paystack.com/docs/api). Takes `signal`
 * separately, because a Request's own signal stops when it is garbage-collected.
 */
export function sandboxApi(
  options: SandboxApiOptions,
): (request: Request, signal: AbortSignal | undefined) => Promise<Response> {
  return async (request, signal) => {
    if (request.headers.get("Authorization") !== `Bearer ${options.secretKey}`) {
      return refusal(401, "Invalid key", "invalid_Key");
    }
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "POST" && pathname === "/transaction/initialize")
      return initialize(options, await body(request));
    if (request.method === "POST" && pathname === "/refund") return refund(options, await body(request));
    if (request.method === "GET" && pathname === "/refund") return listRefunds(options, searchParams);
    if (request.method === "GET" && pathname === "/integration/payment_session_timeout")
      return answer("Payment session timeout retrieved", { payment_session_timeout: 30 });
    const verified = /^\/transaction\/verify\/([^/]+)$/.exec(pathname)?.[1];
    if (request.method === "GET" && verified) return verify(options, decodeURIComponent(verified), signal);
    return refusal(404, "Route not found", "route_not_found");
  };
}

const metadataSchema = z.looseObject({ cancel_action: z.url().optional() });
const initializeSchema = z.object({
  email: z.email(),
  amount: z.coerce.number().int().positive(),
  currency: z.literal("NGN").default("NGN"),
  reference: z.string().regex(referencePattern),
  callback_url: z.url(),
  metadata: z.union([metadataSchema, z.string().transform(fromJson).pipe(metadataSchema)]).optional(),
});

async function initialize({ transactions, checkoutUrl }: SandboxApiOptions, sent: unknown): Promise<Response> {
  const parsed = initializeSchema.safeParse(sent);
  if (!parsed.success) return refusal(400, `Invalid ${parsed.error.issues[0]?.path.join(".")}`, "invalid_params");
  const { reference, email, amount, currency, callback_url: callbackUrl, metadata } = parsed.data;
  const accessCode = newAccessCode(reference);
  const added = await transactions.add({
    id: randomInt(1, 2 ** 47),
    reference,
    accessCode,
    email,
    amountKobo: amount,
    paidKobo: null,
    currency,
    callbackUrl,
    cancelUrl: metadata?.cancel_action ?? null,
    metadata,
    status: "abandoned",
    createdAt: new Date().toISOString(),
    paidAt: null,
  });
  if (!added) return refusal(400, "Duplicate Transaction Reference", "duplicate_reference");
  return answer("Authorization URL created", {
    authorization_url: checkoutUrl(accessCode),
    access_code: accessCode,
    reference,
  });
}

async function verify(
  { refunds }: SandboxApiOptions,
  reference: string,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const transaction = await refunds.advance(reference);
  if (!transaction) return refusal(400, "Transaction reference not found.", "transaction_not_found");
  const { fault } = transaction;
  if (!fault || fault.until <= Date.now()) return answer("Verification successful", transactionBody(transaction));
  switch (fault.kind) {
    case "error":
      return refusal(500, "Internal server error", "server_error");
    case "nonsense":
      return new Response("<html><title>502 Bad Gateway</title></html>", { headers: { "Content-Type": "text/html" } });
    case "slow":
      await pause(slowMs, undefined, signal ? { signal } : {});
      return answer("Verification successful", transactionBody(transaction));
  }
}

const slowMs = 60_000;

async function refund(options: SandboxApiOptions, sent: unknown): Promise<Response> {
  const reference = z.object({ transaction: z.string() }).safeParse(sent).data?.transaction;
  if (reference !== undefined) await options.refunds.advance(reference);
  const begun = reference === undefined ? null : await options.refunds.begin(reference);
  if (!begun) return refusal(404, "Transaction not found", "transaction_not_found");
  const { transaction, refund } = begun;
  if (!refund && /^revers/.test(transaction.status))
    return refusal(400, "Transaction has been fully reversed", "transaction_reversed");
  if (!refund) return refusal(400, "Transaction is not successful", "transaction_not_successful");
  return answer("Refund has been queued for processing", {
    ...refundEntry(transaction, refund),
    transaction: transactionBody(transaction),
  });
}

async function listRefunds({ refunds }: SandboxApiOptions, query: URLSearchParams): Promise<Response> {
  const [perPage, page] = [Number(query.get("perPage") ?? 50), Number(query.get("page") ?? 1)];
  const all = await refunds.list(new Date(query.get("from") ?? 0));
  const listed = all.slice((page - 1) * perPage, page * perPage);
  return answer(
    "Refunds retrieved",
    listed.map(({ transaction, refund }) => refundEntry(transaction, refund)),
  );
}

function refundEntry({ id: transaction, reference, currency }: SandboxTransaction, refund: SandboxRefund) {
  return {
    id: refund.id,
    transaction,
    transaction_reference: reference,
    dispute: null,
    amount: refund.amountKobo,
    currency,
    status: refund.status,
    domain: "test",
    createdAt: refund.createdAt,
  };
}

export function transactionBody(transaction: SandboxTransaction) {
  const paid = transaction.paidKobo ?? transaction.amountKobo;
  return {
    id: transaction.id,
    domain: "test",
    status: transaction.status,
    reference: transaction.reference,
    amount: paid,
    requested_amount: transaction.amountKobo,
    currency: transaction.currency,
    gateway_response: gatewayResponses[transaction.status],
    channel: "card",
    created_at: transaction.createdAt,
    paid_at: transaction.paidAt,
    metadata: transaction.metadata ?? null,
    customer: { email: transaction.email },
  };
}

const gatewayResponses = {
  abandoned: "The transaction was not completed",
  pending: "The transaction is being processed",
  failed: "Declined",
  success: "Successful",
  "reversal-pending": "Successful",
  reversed: "Reversed",
} satisfies Record<SandboxTransaction["status"], string>;

const answer = (message: string, data: unknown) => Response.json({ status: true, message, data });
const refusal = (status: number, message: string, code: string) =>
  Response.json({ status: false, message, type: status === 401 ? "validation_error" : "api_error", code }, { status });

async function body(request: Request): Promise<unknown> {
  return fromJson(await request.text());
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
