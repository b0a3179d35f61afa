import { describe, expect, it } from "vitest";
import { createLane, firstWindow, largestWindow } from "./line.ts";

describe("a lane of 400 kbps", () => {
  it("takes 20 ms for 1000 bytes when it is free", () => {
    expect(createLane(400).reserve(1_000, 5_000)).toBe(20);
  });

  it("lets bytes wait for those before them", () => {
    const lane = createLane(400);
    lane.reserve(1_000, 0);
    expect(lane.reserve(500, 0)).toBe(30);
    expect(lane.reserve(500, 15)).toBe(25);
  });

  it("saves nothing up while nobody sends", () => {
    const lane = createLane(400);
    lane.reserve(1_000, 0);
    expect(lane.reserve(1_000, 10_000)).toBe(20);
  });
});

describe("a connection's largest window", () => {
  it("is twice what the line holds in flight", () => {
    expect(largestWindow(400, 400)).toBe(40_000);
  });

  it("is never smaller than the first one", () => {
    expect(largestWindow(100, 10)).toBe(firstWindow);
  });
});
