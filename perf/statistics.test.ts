import { describe, expect, it } from "vitest";
import { median, percentile, sum } from "./statistics.ts";

const oneToHundred = Array.from({ length: 100 }, (_, index) => 100 - index);

describe("percentiles", () => {
  it("returns measured values by nearest rank", () => {
    expect(percentile(oneToHundred, 99)).toBe(99);
    expect(percentile(oneToHundred, 100)).toBe(100);
    expect(percentile(oneToHundred, 50)).toBe(50);
    expect(percentile([7], 99)).toBe(7);
  });

  it("returns the worst of few values", () => {
    expect(percentile([3, 1, 2], 99)).toBe(3);
  });

  it("returns NaN for an empty list", () => {
    expect(percentile([], 99)).toBeNaN();
  });

  it("leaves the input unchanged", () => {
    const values = [3, 1, 2];
    percentile(values, 50);
    expect(values).toEqual([3, 1, 2]);
  });

  it("returns the lower of two middle values as the median", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2);
  });
});

describe("sums", () => {
  it("adds all values and returns zero for none", () => {
    expect(sum([1, 2, 3.5])).toBe(6.5);
    expect(sum([])).toBe(0);
  });
});
