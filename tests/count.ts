/**
 * `node tests/count.ts vitest journeys`, at the end of `npm test`: counts the passed, failed and skipped tests of these
 * runs and gives the reasons. Ends with 1 when one failed or a run is missing, and with `--failed`, for a step without
 * tests. `--begin` removes the reports of earlier runs.
 */
import { readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";

declare module "vitest" {
  interface TaskMeta {
    /** The variable or program that a skipped test needs. */
    skipped?: string;
  }
}

interface VitestReport {
  success: boolean;
  testResults: { name: string; assertionResults: VitestTest[] }[];
}
interface VitestTest {
  status: string;
  ancestorTitles: string[];
  title: string;
  meta: { skipped?: string };
}

interface Outcome {
  is: "passed" | "failed" | "skipped";
  /** The reason why it was skipped, or the failed test. */
  note?: string;
}

const root = join(import.meta.dirname, "..");
const folder = join(root, "node_modules/.cache/test-counts");

/** Null when the run ended before this report. */
const read = async <Report>(file: string) =>
  readFile(join(folder, file), "utf8").then(
    (text) => JSON.parse(text) as Report,
    () => null,
  );

function vitestOutcomes({ testResults }: VitestReport): Outcome[] {
  const ofTest =
    (file: string) =>
    (test: VitestTest): Outcome => {
      const titles = [...test.ancestorTitles, test.title].filter(Boolean);
      if (test.status === "passed") return { is: "passed" };
      if (test.status === "failed") return { is: "failed", note: `${file}: ${titles.join(" > ")}` };
      return { is: "skipped", note: [titles[0], test.meta.skipped].filter(Boolean).join(": ") };
    };
  return testResults.flatMap(({ name, assertionResults }) => assertionResults.map(ofTest(relative(root, name))));
}

const specsOf = (suite: JSONReportSuite): JSONReportSuite["specs"] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

function journeyOutcomes({ suites }: JSONReport): Outcome[] {
  const specs = suites.flatMap(specsOf);
  return specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, annotations, projectName }): Outcome => {
      const name = `${file}, ${projectName}: ${title}`;
      if (status === "expected") return { is: "passed" };
      if (status === "flaky") return { is: "passed", note: `on its second try: ${name}` };
      if (status === "unexpected") return { is: "failed", note: name };
      return { is: "skipped", note: annotations.find(({ type }) => type === "skip")?.description ?? "after a failure" };
    }),
  );
}

const counted = (outcomes: readonly Outcome[]) =>
  (["passed", "failed", "skipped"] as const)
    .map((wanted) => `${outcomes.filter(({ is }) => is === wanted).length} ${wanted}`)
    .join(", ");

function print(part: string, outcomes: readonly Outcome[]) {
  process.stdout.write(`\n${part}: ${counted(outcomes)}\n`);
  const notes = outcomes.flatMap(({ is, note }) => (note ? [`${is} ${note}`] : []));
  for (const [note, those] of Map.groupBy(notes, (each) => each)) {
    const [is, ...words] = note.split(" ");
    process.stdout.write(`  ${those.length} ${is}: ${words.join(" ")}\n`);
  }
}

const runs = process.argv.slice(2).filter((word) => !word.startsWith("--"));
if (process.argv.includes("--begin")) await rm(folder, { recursive: true, force: true });
else {
  const all: Outcome[] = [];
  for (const run of runs) {
    const report = await read<VitestReport | JSONReport>(`${run}.json`);
    const outcomes = report && ("testResults" in report ? vitestOutcomes(report) : journeyOutcomes(report));
    if (outcomes) print(run, outcomes);
    else process.stdout.write(`\n${run}: did not run\n`);
    all.push(...(outcomes ?? []));
    const isSound = report && ("testResults" in report ? report.success : report.errors.length === 0);
    if (!isSound) process.exitCode = 1;
  }
  process.stdout.write(`\n${counted(all)}\n`);
  if (all.some(({ is }) => is === "failed") || process.argv.includes("--failed")) process.exitCode = 1;
}
