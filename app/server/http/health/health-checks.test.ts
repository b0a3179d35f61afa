import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createHealthChecks, processCheck, readiness, serviceCheck, takesVisitors } from "./health-checks.ts";
import type { PreparedServices } from "../../../services.server.ts";
import { answeredMetrics, listenForScrapes } from "./metrics-listener.server.ts";

const well = { check: async () => null, everyMs: 1_000, gates: false };

test("lists no healthy part", async () => {
  expect(await createHealthChecks({ mail: well }).problems()).toEqual([]);
});

test("checks an external service once for concurrent calls, until the result is old", async () => {
  let time = 0;
  const check = vi.fn<() => Promise<string>>(async () => "refuses the key");
  const checks = createHealthChecks({ payments: { check, everyMs: 300_000, gates: false } }, () => time);
  const wrong = [{ name: "payments", problem: "refuses the key", gates: false }];
  expect(await Promise.all(Array.from({ length: 50 }, () => checks.problems()))).toEqual(Array(50).fill(wrong));
  time = 299_999;
  await checks.problems();
  expect(check).toHaveBeenCalledTimes(1);
  time = 300_000;
  await checks.problems();
  expect(check).toHaveBeenCalledTimes(2);
});

test("reports a check that hangs or throws without delaying the caller", async () => {
  vi.useFakeTimers();
  const checks = createHealthChecks({
    disk: { check: () => new Promise(() => {}), everyMs: 1, gates: true },
    mail: { check: () => Promise.reject(new Error("a bug")), everyMs: 1, gates: false },
  });
  const looking = checks.problems();
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  expect(await looking).toEqual([
    { name: "disk", problem: "does not answer in time", gates: true },
    { name: "mail", problem: "cannot be asked", gates: false },
  ]);
});

const database = { answers: async () => true } as unknown as Parameters<typeof readiness>[0]["database"];
const process = (parts: Parameters<typeof createHealthChecks>[0], changes = {}) =>
  readiness({
    database,
    partChecks: createHealthChecks(parts),
    started: true,
    waitsFor: null,
    draining: false,
    ...changes,
  });
const payments = serviceCheck(async () => "refuses PAYSTACK_SECRET_KEY (401)");

test("reports a process with healthy parts as ready", async () => {
  expect(await process({ disk: processCheck(async () => null) })).toEqual({
    ready: true,
    database: true,
    started: true,
    accepting: true,
    notWell: {},
  });
});

test("accepts visitors from start to shutdown, with or without the database", () => {
  const running = { started: true, waitsFor: null, draining: false };
  expect(takesVisitors(running)).toBe(true);
  expect(takesVisitors({ ...running, started: false })).toBe(false);
  expect(takesVisitors({ ...running, started: false, waitsFor: "does not answer (ECONNREFUSED)" })).toBe(true);
  expect(takesVisitors({ ...running, draining: true })).toBe(false);
});

test("reports to operators which problem of the database a starting process waits for", async () => {
  const waitsFor = "does not answer (ECONNREFUSED)";
  expect(await process({}, { started: false, waitsFor })).toMatchObject({
    ready: false,
    notWell: { database: waitsFor },
  });
});

test("lists an unhealthy external service without taking the process away", async () => {
  expect(await process({ payments })).toMatchObject({
    ready: true,
    notWell: { payments: "refuses PAYSTACK_SECRET_KEY (401)" },
  });
});

test.each([
  ["a full disk", { images: processCheck(async () => "is nearly full") }, {}],
  ["pending migrations", { schema: processCheck(async () => "2 pending migrations") }, {}],
  ["a database that does not answer", {}, { database: { answers: async () => false } }],
  ["a process that is ending", {}, { draining: true }],
  [
    "a process that has not started, which runs no checks",
    { payments: processCheck(() => Promise.reject()) },
    { started: false },
  ],
])("reports %s as not ready", async (_name, parts, changes) => {
  expect(await process(parts, changes)).toMatchObject({ ready: false });
});

describe("the port of the metrics", () => {
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
    expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({
      ready: true,
      notWell: { payments: wrong },
    });
  });
});
