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
const refundSchema = z.object({ transaction_reference: z.string(), amount: amount.nullish() });
const disputeSchema = z.object({
  resolution: z.string().nullish(),
  refund_amount: amount.nullish(),
  transaction: z.object({ reference: z.string() }),
});

function eventOf({ event, data }: z.infer<typeof bodySchema>): PaymentEvent | null {
  if (event === "charge.success") {
    const charge = chargeSchema.safeParse(data).data;
    return charge ? { kind: "paid", reference: charge.reference } : null;
  }
  if (event === "refund.processed") {
    const refund = refundSchema.safeParse(data).data;
    return refund
      ? { kind: "returned", reference: refund.transaction_reference, amountKobo: refund.amount ?? null }
      : null;
  }
  if (event === "charge.dispute.resolve") {
    const dispute = disputeSchema.safeParse(data).data;
    if (!dispute) return null;
    // merchant-accepted and auto-accepted return the money; declined does not.
    if (!dispute.resolution?.endsWith("accepted")) return { kind: "other", name: event };
    return { kind: "returned", reference: dispute.transaction.reference, amountKobo: dispute.refund_amount ?? null };
  }
  return { kind: "other", name: event };
}
