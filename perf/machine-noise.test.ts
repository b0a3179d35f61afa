import { describe, expect, it } from "vitest";
import { noise } from "./machine-noise.ts";

const spins = (...times: [clockMs: number, processorMs: number][]) =>
  times.map(([clockMs, processorMs]) => ({ clockMs, processorMs }));

describe("the machine's noise", () => {
  it("returns 1 when every spin has the processor to itself", () => {
    expect(noise(spins([40, 40], [40, 40], [40, 40]))).toBe(1);
  });

  it("detects constant neighbours by the time spent waiting", () => {
    expect(noise(spins([120, 40], [120, 40], [120, 40]))).toBe(3);
  });

  it("detects a processor below its full speed", () => {
    expect(noise(spins([40, 40], [60, 60], [60, 60]))).toBe(1.5);
  });
});
