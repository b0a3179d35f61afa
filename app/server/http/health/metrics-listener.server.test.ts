import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { PreparedServices } from "../../../services.server.ts";
import { answeredMetrics, listenForScrapes } from "./metrics-listener.server.ts";
import { createHealthChecks, serviceCheck } from "./health-checks.ts";

const wrong = "refuses PAYSTACK_SECRET_KEY (401)";
const prepared = {
  metrics: { scrape: async () => ({ contentType: "text/plain", text: "numbers" }) },
  services: {
    database: { answers: async () => true },
    partChecks: createHealthChecks({ payments: serviceCheck(async () => wrong) }),
    started: true,
    waitsFor: null,
    draining: false,
  },
} as unknown as PreparedServices;

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function asked(path: string, token: string | null, bearer?: string) {
  const server = createServer((request, response) => {
    if (!answeredMetrics(request, response, prepared, token)) response.end("the route");
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const headers: Record<string, string> = bearer ? { Authorization: `Bearer ${bearer}` } : {};
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });
  return `${answer.status} ${await answer.text()}`;
}

test("serves the detailed /readyz only to requests with the token", async () => {
  expect(await asked("/readyz", "the-operators-token", "the-operators-token")).toContain(wrong);
  expect(await asked("/readyz", "the-operators-token", "another")).toBe("200 the route");
  expect(await asked("/readyz", "the-operators-token")).toBe("200 the route");
  expect(await asked("/readyz", null, "the-operators-token")).toBe("200 the route");
});

test("serves /metrics only to requests with the token, and not at all without one", async () => {
  expect(await asked("/metrics", "the-operators-token", "the-operators-token")).toBe("200 numbers");
  expect(await asked("/metrics", "the-operators-token", "another")).toBe("401 ");
  expect(await asked("/metrics", null)).toBe("200 the route");
});

test("listens on METRICS_HOST and lists problems for operators", async () => {
  const observability = { metrics: { token: null, port: 0, host: "127.0.0.1" }, traces: null, errors: null };
  const [line = ""] = await listenForScrapes({ observability }, prepared);
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? "nowhere";
  expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ ready: true, notWell: { payments: wrong } });
});
