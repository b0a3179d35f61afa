import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { PaymentEvent, WebhookReading } from "../../../gems/payment-provider.ts";

/**
 * https://paystack.com/docs/payments/webhooks: `x-paystack-signature` is the hex HMAC-SHA512 of the raw body. The body
 * is parsed only after the check.
 */
export function readPaystackWebhook(secretKey: string, rawBody: Uint8Array, signature: string | null): WebhookReading {
  if (!isSigned(secretKey, rawBody, signature)) return { ok: false, problem: "forged" };
  const body = bodySchema.safeParse(parsed(rawBody));
  const event = body.success && eventOf(body.data);
  return event ? { ok: true, event } : { ok: false, problem: "malformed" };
}

function isSigned(secretKey: string, rawBody: Uint8Array, signature: string | null): boolean {
  if (!signature || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  const expected = createHmac("sha512", secretKey).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}

function parsed(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString("utf8"));
  } catch {
    return null;
  }
}

const bodySchema = z.object({ event: z.string().max(100), data: z.unknown() });
const amount = z.coerce.number().int().nonnegative();
const chargeSchema = z.object({ reference: z.string() });
const refundSchema = z.object({ transaction_reference: z.string() });
const disputeSchema = z.object({
  id: z.union([z.number().int(), z.string().max(60)]),
  status: z.string().nullish(),
  resolution: z.string().nullish(),
  refund_amount: amount.nullish(),
  dueAt: z.iso.datetime({ offset: true }).nullish().catch(null),
  transaction: z.object({ reference: z.string(), amount: amount.nullish() }),
});

function eventOf({ event, data }: z.infer<typeof bodySchema>): PaymentEvent | null {
  if (event === "charge.success") {
    const charge = chargeSchema.safeParse(data).data;
    return charge ? { kind: "paid", reference: charge.reference } : null;
  }
  if (event.startsWith("refund.")) {
    const refund = refundSchema.safeParse(data).data;
    return refund ? { kind: "refund", reference: refund.transaction_reference } : null;
  }
  if (event.startsWith("charge.dispute.")) {
    const dispute = disputeSchema.safeParse(data).data;
    return dispute ? disputeEvent(dispute) : null;
  }
  return { kind: "other", name: event };
}

function disputeEvent({ id, resolution, dueAt, ...dispute }: z.infer<typeof disputeSchema>): PaymentEvent {
  const amountKobo = dispute.refund_amount ?? dispute.transaction.amount ?? 0;
  // merchant-accepted and auto-accepted return the money; declined does not.
  const status = !resolution ? "begun" : resolution.endsWith("accepted") ? "done" : "failed";
  return {
    kind: "dispute",
    reference: dispute.transaction.reference,
    dispute: { id: `dispute:${id}`, kind: "dispute", amountKobo, status, ...(dueAt ? { dueAt } : {}) },
  };
}
