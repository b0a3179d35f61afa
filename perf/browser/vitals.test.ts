import { describe, expect, it } from "vitest";
import { blockingTime } from "./vitals.ts";

describe("total blocking time", () => {
  it("counts the time beyond 50 ms of each task as blocking", () => {
    expect(
      blockingTime({
        firstPaint: 100,
        longTasks: [
          [120, 60],
          [300, 90],
        ],
      }),
    ).toBe(50);
  });

  it("ignores tasks before the first paint", () => {
    expect(blockingTime({ firstPaint: 100, longTasks: [[20, 500]] })).toBe(0);
  });
});
