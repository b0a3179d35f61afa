import { describe, expect, it } from "vitest";
import { createLane, firstWindow, largestWindow } from "./line.ts";

describe("a lane of 400 kbps", () => {
  it("sends 1000 bytes in 20 ms at 400 kbps", () => {
    expect(createLane(400).reserve(1_000, 5_000)).toBe(20);
  });

  it("queues bytes behind earlier ones", () => {
    const lane = createLane(400);
    lane.reserve(1_000, 0);
    expect(lane.reserve(500, 0)).toBe(30);
    expect(lane.reserve(500, 15)).toBe(25);
  });

  it("saves no capacity while idle", () => {
    const lane = createLane(400);
    lane.reserve(1_000, 0);
    expect(lane.reserve(1_000, 10_000)).toBe(20);
  });
});

describe("a connection's largest window", () => {
  it("allows a window of twice the bytes in flight", () => {
    expect(largestWindow(400, 400)).toBe(40_000);
  });

  it("never shrinks the window below the first one", () => {
    expect(largestWindow(100, 10)).toBe(firstWindow);
  });
});
