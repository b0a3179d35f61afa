import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Step } from "./steps.ts";
import {
  add,
  countPlaywright,
  countVitest,
  failedTests,
  inWords,
  journeysThat,
  noTests,
  type TestCount,
} from "./test-count.ts";

const root = join(import.meta.dirname, "../..");
/** What tests say on purpose: that something was skipped or passed only the second time, or a figure they measured. */
const worthShowing = /^(SKIPPED|MEASURED|TRIED AGAIN): .*/gm;

/**
 * Runs the steps in order, one line each, and stops at the first that fails, with everything it said. The last line is
 * the total of all tests; a step that fails without a failed test counts as one, so that no failure reads "0 failed".
 * Answers whether all passed.
 */
export async function runSteps(steps: Step[], environment: Record<string, string> = {}): Promise<boolean> {
  const reports = mkdtempSync(join(tmpdir(), "photogem-checks-"));
  let total = noTests;
  let failed = false;
  for (const [index, step] of steps.entries()) {
    const start = performance.now();
    const report = join(reports, `${index}.json`);
    const { passed, output } = await run(step, report, environment);
    const count = countOf(step, report, passed);
    total = add(total, count);
    const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(8);
    console.log(
      `${passed ? "ok    " : "FAILED"} ${step.name.padEnd(15)}${seconds}${step.tests ? `  ${inWords(count)}` : ""}`,
    );
    for (const [line] of output.matchAll(worthShowing)) console.log(`       ${line}`);
    for (const line of namedIn(step, report)) console.log(`       ${line}`);
    if (!passed) {
      const left = steps.slice(index + 1).map(({ name }) => name);
      console.log(`\n${output.trimEnd()}\n${left.length ? `\nNot run: ${left.join(", ")}.` : ""}`);
      failed = true;
      break;
    }
  }
  rmSync(reports, { recursive: true });
  console.log(inWords(total));
  return !failed;
}

async function run(step: Step, report: string, environment: Record<string, string>) {
  let output = "";
  for (const [name = "", ...args] of step.commands) {
    const reporting = name === "vitest" ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : [];
    const child = spawn(name, [...args, ...reporting], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      // The project's own tools and its Node, whatever started this.
      env: {
        ...process.env,
        ...environment,
        PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        NO_COLOR: "1",
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => void (output += text));
    const ended = Promise.withResolvers<number | null>();
    child.once("error", (error) => {
      output += String(error);
      ended.resolve(null);
    });
    child.once("close", ended.resolve);
    if ((await ended.promise) !== 0) return { passed: false, output };
  }
  return { passed: true, output };
}

function countOf(step: Step, report: string, passed: boolean): TestCount {
  const count = step.tests ? readReport(step.tests, report) : noTests;
  return passed || count.failed > 0 ? count : { ...count, failed: 1 };
}

function readReport(tests: "vitest" | "playwright", file: string): TestCount {
  const report = parsed(file);
  if (!report) return noTests;
  return tests === "vitest" ? countVitest(report) : countPlaywright(report);
}

/** What failed, and what passed only when tried again: before all that was said, which may be long. */
function namedIn(step: Step, file: string): string[] {
  const report = step.tests ? parsed(file) : null;
  if (!report) return [];
  if (step.tests === "vitest") return failedTests(report).map((test) => `FAILED: ${test}`);
  return [
    ...journeysThat("unexpected", report).map((journey) => `FAILED: ${journey}`),
    ...journeysThat("flaky", report).map((journey) => `TRIED AGAIN: ${journey}`),
  ];
}

/** Null when the runner ended before it could write one. */
function parsed(file: string) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
