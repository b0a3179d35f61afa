import { expect, test } from "vitest";
import { createHealthChecks, serviceCheck, processCheck } from "./health-checks.ts";
import { readiness, takesVisitors } from "./readiness.server.ts";

const database = { answers: async () => true } as unknown as Parameters<typeof readiness>[0]["database"];
const process = (parts: Parameters<typeof createHealthChecks>[0], changes = {}) =>
  readiness({ database, partChecks: createHealthChecks(parts), started: true, draining: false, ...changes });
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
  expect(takesVisitors({ started: true, draining: false })).toBe(true);
  expect(takesVisitors({ started: false, draining: false })).toBe(false);
  expect(takesVisitors({ started: true, draining: true })).toBe(false);
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
    "a process that has not started, which asks nobody",
    { payments: processCheck(() => Promise.reject()) },
    { started: false },
  ],
])("reports %s as not ready", async (_name, parts, changes) => {
  expect(await process(parts, changes)).toMatchObject({ ready: false });
});
