import { expect, it } from "vitest";
import { between } from "./samples.ts";

it("selects the latencies of requests sent within a time span", () => {
  const samples = [1, 2, 3, 4].map((at) => ({ at, ms: at * 10 }));
  expect(between(samples, 2, 3)).toEqual([20, 30]);
  expect(between(samples, 5, 9)).toEqual([]);
});
