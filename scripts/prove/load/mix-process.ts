/**
 * Asks for several pages and delivers webhooks in turn on each of its connections, in a process of its own. The plan is the first
 * message it gets; it says how long each kind took, or ends with an error when an answer is not 200.
 */
import { once } from "node:events";
import { Agent, get } from "node:http";
import { deliverWebhook } from "../../bench-webhooks/deliver-webhook.ts";
import type { MixPlan, Mixed } from "./mix.ts";

const [{ pages, webhooks, connections, seconds }] = (await once(process, "message")) as [MixPlan];
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const waiting = [...webhooks.references];
const turns: (() => Promise<number>)[] = [
  ...pages.map((page) => () => see(page)),
  () => deliverWebhook({ ...webhooks, agent }, waiting.shift() ?? runOut()),
];
const mixed: Mixed = { ms: turns.map(() => []), seconds: 0 };
const started = performance.now();
const elapsed = () => (performance.now() - started) / 1000;

await Promise.all(Array.from({ length: connections }, (_, first) => visitor(first)));
mixed.seconds = elapsed();
agent.destroy();
process.send?.(mixed, () => process.exit());

/** Each begins with another turn, or all would ask for the same at once. */
async function visitor(first: number) {
  for (let count = first; elapsed() < seconds; count += 1) {
    const at = performance.now();
    const status = await turns[count % turns.length]?.();
    if (status !== 200) throw new Error(`turn ${count % turns.length} was answered with ${status}`);
    mixed.ms[count % turns.length]?.push(performance.now() - at);
  }
}

function see({ url, headers }: MixPlan["pages"][number]): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { "Accept-Encoding": "gzip, deflate, br", ...headers } }, (response) => {
      response.once("error", reject);
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    }).once("error", reject);
  });
}

function runOut(): never {
  throw new Error("there are no webhooks left to deliver");
}
