/**
 * Asks a server for one page, in a process of its own so that measuring and answering do not wait for each other.
 * `node load-process.ts <plan as JSON>`; the result, or what went wrong, goes to the parent. The message "stop" ends it
 * early.
 */
import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { LoadPlan, LoadResult, Sample } from "./load.ts";

const { url, seconds, pace, headers } = JSON.parse(process.argv[2] ?? "") as LoadPlan;
const agent = new Agent({ keepAlive: true });
const samples: Sample[] = [];
const started = performance.now();
let stopped = false;
process.on("message", () => (stopped = true));
process.once("disconnect", () => process.exit());

const over = () => stopped || performance.now() - started >= seconds * 1000;

await ("perSecond" in pace ? atRate(pace.perSecond) : withConnections(pace.connections));
agent.destroy();
const result: LoadResult = { samples, seconds: (performance.now() - started) / 1000 };
process.send?.(result, () => process.exit());

async function atRate(perSecond: number) {
  const requests: Promise<void>[] = [];
  for (let index = 0; !over(); index++) {
    requests.push(request());
    await pause(Math.max(0, started + ((index + 1) * 1000) / perSecond - performance.now()));
  }
  await Promise.all(requests);
}

async function withConnections(connections: number) {
  const visitor = async () => {
    while (!over()) await request();
  };
  await Promise.all(Array.from({ length: connections }, visitor));
}

function request(): Promise<void> {
  const at = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { "Accept-Encoding": "gzip, deflate, br", ...headers } }, (response) => {
      response.resume();
      response.once("error", reject);
      response.once("end", () => {
        if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`));
        samples.push({ at: performance.timeOrigin + at, ms: performance.now() - at });
        resolve();
      });
    });
    request.once("error", reject);
  });
}
