import { expect, test } from "vitest";
import { add, countPlaywright, countVitest, failedTests, inWords, journeysThat, noTests } from "./test-count.ts";

const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
const stats = { expected: 7, unexpected: 2, flaky: 1, skipped: 3 };

test("vitest's pending and to-do tests are skipped ones", () => {
  expect(countVitest({ ...vitest, testResults: [{ status: "failed", assertionResults: [{}] }] })).toEqual({
    passed: 5,
    failed: 1,
    skipped: 3,
  });
});

test("a test file that could not be loaded is a failure, though none of its tests is counted", () => {
  const testResults = [{ status: "failed", assertionResults: [] }];
  expect(countVitest({ ...vitest, numFailedTests: 0, testResults }).failed).toBe(1);
});

test("a journey that passed only the second time has passed, and is named", () => {
  expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 8, failed: 2, skipped: 3 });
  const results = [{ error: { message: "\u001b[31mStill closed\u001b[39m\n at line 3" } }, {}];
  const spec = (title: string, status: string) => ({ file: "a.spec.ts", line: 3, title, tests: [{ status, results }] });
  const inner = { specs: [spec("buys", "flaky"), spec("sells", "expected"), spec("gives", "unexpected")] };
  const report = { suites: [{ suites: [inner], specs: [] }] };
  expect(journeysThat("flaky", report)).toEqual(["a.spec.ts:3 buys: Still closed"]);
  expect(journeysThat("unexpected", report)).toEqual(["a.spec.ts:3 gives: Still closed"]);
});

test("what failed is named before everything that was said", () => {
  const assertionResults = [
    { status: "failed", fullName: "adds", failureMessages: ["Failed\n{ seed: 7 }\n\nGot 4\n    at a.ts"] },
    { status: "passed", fullName: "subtracts" },
  ];
  const testResults = [
    { status: "failed", name: "a.test.ts", assertionResults },
    { status: "failed", name: "b.test.ts", message: "no such module", assertionResults: [] },
  ];
  expect(failedTests({ ...vitest, testResults })).toEqual([
    "a.test.ts adds: Failed | { seed: 7 } | Got 4",
    "b.test.ts: no such module",
  ]);
});

test("an error outside any journey is a failure", () => {
  expect(countPlaywright({ stats: { ...stats, unexpected: 0, flaky: 0 }, errors: [{}] }).failed).toBe(1);
});

test("the total is one sum over all suites, in CI's words", () => {
  const total = [
    { passed: 5, failed: 0, skipped: 1 },
    { passed: 7, failed: 1, skipped: 0 },
  ].reduce(add, noTests);
  expect(inWords(total)).toBe("12 passed, 1 failed, 1 skipped");
});
