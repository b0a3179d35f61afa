import { describe, expect, it } from "vitest";
import { familyOf, readStatus } from "./process-memory.ts";

const node = "Name:\tnode\nTgid:\t41\nPid:\t41\nPPid:\t7\nTracerPid:\t0\nVmPeak:\t  900 kB\nVmRSS:\t   25600 kB\n";

describe("a process's memory", () => {
  it("reads a process's memory from its status", () => {
    expect(readStatus(node)).toEqual({ pid: 41, parent: 7, residentKib: 25_600 });
  });

  it("returns nothing for kernel threads", () => {
    expect(readStatus("Pid:\t2\nPPid:\t0\n").residentKib).toBe(0);
  });
});

describe("a process's family", () => {
  const processes = [
    [1, 0],
    [41, 1],
    [42, 41],
    [43, 42],
    [50, 1],
  ].map(([pid = 0, parent = 0]) => ({ pid, parent, residentKib: 1 }));

  it("includes a process and its descendants", () => {
    expect(familyOf(41, processes).map(({ pid }) => pid)).toEqual([41, 42, 43]);
  });

  it("returns no process once it has ended", () => {
    expect(familyOf(99, processes)).toEqual([]);
  });
});
