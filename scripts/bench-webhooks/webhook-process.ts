/** Sends one signed webhook for each purchase, as many at once as the plan says. Says how it went. */
import { once } from "node:events";
import { Agent } from "node:http";
import { deliverWebhook } from "./deliver-webhook.ts";
import type { Delivered, WebhookPlan } from "./plans.ts";

const [plan] = (await once(process, "message")) as [WebhookPlan];
const agent = new Agent({ keepAlive: true, maxSockets: plan.connections });
const waiting = [...plan.references];
const delivered: Delivered = { ms: [], statuses: {}, seconds: 0 };
const started = performance.now();
const elapsed = () => (performance.now() - started) / 1000;

await Promise.all(Array.from({ length: plan.connections }, deliver));
delivered.seconds = elapsed();
agent.destroy();
process.send?.(delivered, () => process.exit());

async function deliver() {
  while (elapsed() < plan.seconds) {
    const reference = waiting.shift();
    if (reference === undefined) return;
    const at = performance.now();
    const status = await deliverWebhook({ ...plan, agent }, reference);
    delivered.ms.push(performance.now() - at);
    delivered.statuses[status] = (delivered.statuses[status] ?? 0) + 1;
  }
}
