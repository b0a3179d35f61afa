/** One member who reads the pages at a steady rate until told to stop. Says how long each took. */
import { once } from "node:events";
import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Visited, visitedPages, type VisitorPlan } from "./plans.ts";

const [plan] = (await once(process, "message")) as [VisitorPlan];
const agent = new Agent({ keepAlive: true });
const visited: Visited = { "/": [], "/dashboard": [] };
let stopped = false;
process.once("message", () => (stopped = true));
process.once("disconnect", () => process.exit());

const started = performance.now();
const asked: Promise<void>[] = [];
for (let index = 0; !stopped && performance.now() - started < plan.seconds * 1000; index += 1) {
  for (const path of visitedPages) asked.push(visit(path));
  await pause(Math.max(0, started + ((index + 1) * 1000) / plan.perSecond - performance.now()));
}
await Promise.all(asked);
agent.destroy();
process.send?.(visited, () => process.exit());

function visit(path: keyof Visited): Promise<void> {
  const at = performance.now();
  const headers = { Cookie: plan.cookie, "Accept-Encoding": "gzip, deflate, br" };
  return new Promise((resolve, reject) => {
    get(plan.url + path, { agent, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${path} answered ${response.statusCode}`));
      response.resume().once("end", () => {
        visited[path].push(performance.now() - at);
        resolve();
      });
    }).once("error", reject);
  });
}
