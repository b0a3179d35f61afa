import { describe, expect, it } from "vitest";
import type { Budget } from "./budgets.ts";
import { judge } from "./verdict.ts";

const bytes: Budget = { part: "landing", what: "bytes", unit: "kB", atMost: 14 };
const rate: Budget = { part: "bare", what: "rate", unit: "×", atLeast: 1 };

describe("judging a figure by its budget", () => {
  it.each([
    [bytes, 14, "ok"],
    [bytes, 14.001, "BROKEN"],
    [rate, 1, "ok"],
    [rate, 0.999, "BROKEN"],
  ])("judges %o at %d as %s", (budget, value, verdict) => {
    expect(judge(budget, { value })).toBe(verdict);
  });

  it("breaks a budget whose figure is missing or not a number", () => {
    expect(judge(bytes, undefined)).toBe("BROKEN");
    expect(judge(bytes, { value: Number.NaN })).toBe("BROKEN");
    expect(judge(rate, { value: Number.NaN })).toBe("BROKEN");
  });

  it("shows a figure without a limit and fails only when it is missing", () => {
    const shown: Budget = { part: "gallery", what: "bytes", unit: "kB" };
    expect(judge(shown, { value: 1_000 })).toBe("");
    expect(judge(shown, { value: Number.NaN })).toBe("BROKEN");
    expect(judge(shown, undefined)).toBe("BROKEN");
  });

  it("excuses a figure that this machine cannot measure", () => {
    expect(judge(bytes, { skipped: "no /proc here" })).toBe("skipped");
  });
});
