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

/** Where the journeys stand that passed only when tried again: `<file>:<line> <title>`. */
export function flakyJourneys({ suites = [] }: Pick<PlaywrightReport, "suites">): string[] {
  return suites.flatMap((suite) => [
    ...flakyJourneys(suite),
    ...(suite.specs ?? [])
      .filter((spec) => spec.tests.some(({ status }) => status === "flaky"))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
  ]);
}

export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { file: string; line: number; title: string; tests: { status: string }[] }[];
}
