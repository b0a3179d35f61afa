/** `node tests/count.ts`: how many tests of the last runs passed, and which were skipped for what reason. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";

interface VitestReport {
  testResults: { name: string; assertionResults: { status: string }[] }[];
}

const folder = join(import.meta.dirname, "../node_modules/.cache/test-counts");
const read = async <Report>(file: string) => JSON.parse(await readFile(join(folder, file), "utf8")) as Report;
const specsOf = (suite: JSONReportSuite): JSONReportSuite["specs"] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

function print(title: string, outcomes: readonly string[]) {
  process.stdout.write(`\n${title}: ${outcomes.length} tests\n`);
  for (const [outcome, those] of Map.groupBy(outcomes, (each) => each))
    process.stdout.write(`  ${those.length}  ${outcome}\n`);
}

const { testResults } = await read<VitestReport>("vitest.json");
print(
  "Vitest",
  testResults.flatMap(({ assertionResults }) =>
    // Suites print the reason of a skip when they are loaded.
    assertionResults.map(({ status }) => (status === "passed" || status === "failed" ? status : "skipped")),
  ),
);

const { suites } = await read<JSONReport>("journeys.json");
const runs = suites.flatMap(specsOf).flatMap(({ tests }) => tests);
print(
  "Journeys",
  runs.map(({ status, annotations }) => {
    if (status === "expected") return "passed";
    if (status === "flaky") return "passed on the second try";
    if (status === "unexpected") return "failed";
    return `skipped: ${annotations.find(({ type }) => type === "skip")?.description ?? "no reason"}`;
  }),
);
