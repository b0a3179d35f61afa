import { stripVTControlCharacters } from "node:util";

export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
}

export const noTests: TestCount = { passed: 0, failed: 0, skipped: 0 };

export const add = (a: TestCount, b: TestCount): TestCount => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export const inWords = ({ passed, failed, skipped }: TestCount) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Counts a report of vitest's JSON reporter. A file that could not even be loaded counts as one failure. */
export function countVitest(report: VitestReport): TestCount {
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts a report of Playwright's JSON reporter. A test that passed only when tried again has passed; it is also named. */
export function countPlaywright({ stats, errors }: PlaywrightReport): TestCount {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
}

/**
 * The journeys with that outcome, `<file>:<line> <title>: <why>`, with the first line of what the first attempt said.
 * `flaky` ones passed only when tried again.
 */
export function journeysThat(outcome: "flaky" | "unexpected", { suites = [] }: Suites): string[] {
  return suites.flatMap((suite) => [
    ...journeysThat(outcome, suite),
    ...(suite.specs ?? []).flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === outcome)
        .map(({ results }) => `${file}:${line} ${title}: ${reason(results?.[0]?.error?.message)}`),
    ),
  ]);
}

/** The tests of vitest's report that failed, `<file> <name>: <why>`; a file that could not be loaded by its message. */
export function failedTests({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ status, name, message, assertionResults }) =>
    status === "failed" && assertionResults.length === 0
      ? [`${name}: ${reason(message)}`]
      : assertionResults
          .filter((test) => test.status === "failed")
          .map(({ fullName, failureMessages }) => `${name} ${fullName}: ${reason(failureMessages?.[0])}`),
  );
}

/** What a message says before its stack, in one line: a property's has its seed and its counterexample, which is long. */
function reason(text = ""): string {
  const lines = stripVTControlCharacters(text).split("\n");
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  return lines
    .slice(0, stack < 0 ? undefined : stack)
    .map((line) => line.trim().slice(0, 200))
    .filter(Boolean)
    .slice(0, 8)
    .join(" | ");
}

export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    status: string;
    name?: string;
    message?: string;
    assertionResults: { status?: string; fullName?: string; failureMessages?: string[] }[];
  }[];
}

export interface PlaywrightReport extends Suites {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

interface Suites {
  suites?: PlaywrightSuite[];
}

interface PlaywrightSuite extends Suites {
  specs?: {
    file: string;
    line: number;
    title: string;
    tests: { status: string; results?: { error?: { message?: string } }[] }[];
  }[];
}
