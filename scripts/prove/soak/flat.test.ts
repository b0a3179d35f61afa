import { expect, test } from "vitest";
import { trendOf } from "./flat.ts";

const series = (values: number[]) => values.map((value, at) => ({ at, value }));

test("a series that goes up and down around one value is flat, whatever its peaks", () => {
  expect(trendOf(series([100, 102, 99, 400, 101, 98, 100, 103, 99]), 0.03)).toMatchObject({ middle: 100, flat: true });
});

test("a series that creeps upwards is not", () => {
  const trend = trendOf(series([100, 101, 102, 103, 104, 105, 106]), 0.03);
  expect(trend).toEqual({ middle: 103, growth: 6, flat: false });
});

test("one that falls is flat", () => expect(trendOf(series([120, 110, 100]), 0.03).flat).toBe(true));
