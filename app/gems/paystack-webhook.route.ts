import { type WebhookOutcome, logContext, observationContext } from "../server/observability/observation.ts";
import { settlePurchase } from "./settle-purchase.server.ts";
import { checkRefunds, recordRefunds } from "./record-refunds.server.ts";
import { databaseContext } from "../server/database/database.ts";
import { paymentsContext } from "./payment-provider.ts";
import type { Route } from "./+types/paystack-webhook.route";

/** A charge with much metadata has about 5 kB. */
const limitBytes = 256 * 1024;

/** `POST /api/paystack/webhook`: 200 ends delivery, even for foreign payments; 503 makes Paystack retry. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return loader();
  const parts = {
    database: context.get(databaseContext),
    payments: context.get(paymentsContext),
    observation: context.get(observationContext),
    log: context.get(logContext),
  };
  const { payments, observation, log } = parts;
  const outcome = (outcome: WebhookOutcome) => observation.noted({ what: "webhook", outcome });
  const body = await readBody(request, limitBytes);
  if (!body) {
    outcome("too-large");
    log.warn({ reason: "too-large" }, "webhook refused");
    return answer(413, "Content too large");
  }
  const reading = payments.readWebhook(body, request.headers.get("x-paystack-signature"));
  if (!reading.ok) {
    outcome(reading.problem);
    log.warn({ reason: reading.problem, bytes: body.byteLength }, "webhook refused");
    return reading.problem === "forged" ? answer(401, "Invalid signature") : answer(400, "Not an event");
  }
  const { event } = reading;
  if (event.kind === "other") {
    outcome("ignored");
    return answer(200, "OK");
  }
  if (event.kind === "dispute") await recordRefunds(parts, event.reference, [event.dispute]);
  if (event.kind === "refund" && (await checkRefunds(parts, event.reference)) === "unavailable") {
    outcome("later");
    return answer(503, "Not read yet");
  }
  if (event.kind !== "paid") {
    outcome("returned");
    return answer(200, "OK");
  }
  const settlement = await settlePurchase(parts, event.reference);
  const later = !settlement.ok && ["pending", "unavailable", "uncredited"].includes(settlement.problem);
  outcome(settlement.ok ? "settled" : later ? "later" : "not-credited");
  return later ? answer(503, "Not settled yet") : answer(200, "OK");
}

export function loader() {
  return new Response("Method not allowed", { status: 405, headers: { Allow: "POST" } });
}

const answer = (status: number, message: string) => Response.json({ message }, { status });

/** Reads the raw body; null above `limit`. */
async function readBody(request: Request, limit: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
