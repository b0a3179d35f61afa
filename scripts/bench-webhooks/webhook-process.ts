/** Sends one signed webhook for each purchase, as many at once as the plan says. Says how it went. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
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
    const status = await post(reference);
    delivered.statuses[status] = (delivered.statuses[status] ?? 0) + 1;
  }
}

function post(reference: string): Promise<number> {
  const body = JSON.stringify({ event: "charge.success", data: { reference } });
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "x-paystack-signature": createHmac("sha512", plan.secretKey).update(body).digest("hex"),
  };
  const at = performance.now();
  return new Promise((resolve, reject) => {
    request(plan.url, { method: "POST", agent, headers }, (response) => {
      response.resume().once("end", () => {
        delivered.ms.push(performance.now() - at);
        resolve(response.statusCode ?? 0);
      });
    })
      .once("error", reject)
      .end(body);
  });
}
