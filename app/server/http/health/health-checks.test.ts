import { expect, test, vi } from "vitest";
import { createHealthChecks, serviceCheck, processCheck, readiness, takesVisitors } from "./health-checks.ts";

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
