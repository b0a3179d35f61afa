import { expect, test, vi } from "vitest";
import { createHealthChecks } from "./health-checks.ts";

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
