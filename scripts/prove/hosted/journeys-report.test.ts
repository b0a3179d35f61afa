import { expect, test } from "vitest";
import { readReport, tableOf } from "./journeys-report.ts";

const journey = (title: string, status: string, annotations: object[] = []) => ({
  title,
  tests: [{ projectName: "with JavaScript", status, annotations }],
});
const about = (description: string) => [{ type: "skip", description }];
const report = {
  suites: [
    {
      title: "first-photo.both.spec.ts",
      specs: [
        journey("a photo is made better", "expected"),
        journey("a gem is spent", "unexpected"),
        journey("a gem comes back", "flaky"),
        journey("a picture is kept", "skipped"),
      ],
      suites: [
        {
          title: "with a mailbox",
          specs: [
            journey("mail is read", "skipped", about("about the mailbox page")),
            journey("mail is left", "skipped", about("about the mailbox page")),
          ],
        },
      ],
    },
  ],
  errors: [{ message: "a hosted product loaded embedded parts" }],
};

test("every journey is counted, and all that did not simply pass is named, with why", () => {
  expect(tableOf(readReport(report))).toBe(
    [
      "1 passed, 1 flaky, 1 failed, 1 not run, 2 skipped",
      "failed   first-photo.both.spec.ts: a gem is spent (with JavaScript)",
      "not run  first-photo.both.spec.ts: a picture is kept (with JavaScript)",
      "TRIED AGAIN: first-photo.both.spec.ts: a gem comes back (with JavaScript)",
      "skipped  2: about the mailbox page",
      "         first-photo.both.spec.ts: mail is read (with JavaScript)",
      "         first-photo.both.spec.ts: mail is left (with JavaScript)",
      "error    a hosted product loaded embedded parts",
    ].join("\n"),
  );
});

test("a run that never came to a report has no journeys", () => {
  expect(readReport({})).toEqual({ journeys: [], errors: [] });
});
