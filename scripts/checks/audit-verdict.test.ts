import { expect, test } from "vitest";
import { auditVerdict } from "./audit-verdict.ts";

const report = (vulnerabilities: object) => JSON.stringify({ metadata: { vulnerabilities } });

test("a known weakness of level high or critical fails, a lesser one does not", () => {
  expect(auditVerdict(report({ high: 1, critical: 0, total: 1 })).passed).toBe(false);
  expect(auditVerdict(report({ high: 0, critical: 2, total: 2 })).passed).toBe(false);
  expect(auditVerdict(report({ low: 3, moderate: 1, high: 0, critical: 0, total: 4 }))).toEqual({
    passed: true,
    line: "MEASURED: dependency audit: 4 known weaknesses, 0 high, 0 critical",
  });
});

test.each(["", "{}", '{"message":"405 Method Not Allowed"}', "<html>"])(
  "%j is no report, which is said loudly",
  (said) => {
    expect(auditVerdict(said)).toMatchObject({ passed: true, line: expect.stringMatching(/^SKIPPED: /) });
  },
);
