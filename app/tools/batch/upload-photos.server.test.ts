import { expect, test } from "vitest";
import { summarizeProblems } from "./upload-photos.server.ts";

test("lists up to five problems and counts the others", () => {
  expect(summarizeProblems([])).toBeNull();
  expect(summarizeProblems(["a.", "b."])).toBe("a. b.");
  expect(summarizeProblems(["a.", "b.", "c.", "d.", "e.", "f.", "g."])).toBe("a. b. c. d. e. And 2 more.");
});

test("fits the message into a cookie for long names in every script", () => {
  const long = `${"ก".repeat(120)}: could not be read.`;
  for (const problems of [Array.from({ length: 12 }, () => long), [long.repeat(10)]]) {
    const summary = summarizeProblems(problems) ?? "";
    expect(summary).not.toBe("");
    expect(encodeURIComponent(Buffer.from(summary).toString("base64")).length).toBeLessThan(3700);
  }
});
