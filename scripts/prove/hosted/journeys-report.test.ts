import { expect, test } from "vitest";
import { journeysIn, tableOf } from "./journeys-report.ts";

const journey = (title: string, status: string, annotations: object[] = []) => ({
  title,
  tests: [{ projectName: "with JavaScript", status, annotations }],
});
const report = {
  suites: [
    {
      title: "first-photo.both.spec.ts",
      specs: [journey("a photo is made better", "expected"), journey("a gem is spent", "unexpected")],
      suites: [
        {
          title: "with a mailbox",
          specs: [journey("mail is read", "skipped", [{ type: "skip", description: "about the mailbox page" }])],
        },
      ],
    },
  ],
};

test("every journey is counted, and failed and skipped ones are named, with why", () => {
  expect(tableOf(journeysIn(report))).toBe(
    [
      "1 passed, 0 flaky, 1 failed, 1 skipped",
      "failed   first-photo.both.spec.ts: a gem is spent (with JavaScript)",
      "skipped  first-photo.both.spec.ts: mail is read (with JavaScript): about the mailbox page",
    ].join("\n"),
  );
});

test("a run that never came to a report has no journeys", () => {
  expect(journeysIn({})).toEqual([]);
});
