import { describe, expect, it } from "vitest";
import type { ColdLoad } from "../browser/cold-load.ts";
import type { WireRequest } from "../browser/network-log.ts";
import type { MeasuredPage } from "./page-list.ts";
import { pageTable } from "./page-table.ts";
import { isOver, viewOf } from "./page-view.ts";

const page: MeasuredPage = { name: "a result", by: "member", path: "/a?job=1", status: 200, kB: 20, requests: 2 };
const request = (kind: WireRequest["kind"], bytes: number, blocking = false): WireRequest => {
  return { url: "http://127.0.0.1/x", kind, status: 200, bytes, blocking };
};
const visit = (change: Partial<ColdLoad> = {}): ColdLoad => ({
  ...{ firstPaint: 1_620, largestPaint: 2_400, largest: "h1", shift: 0, longTasks: [], load: 3_010 },
  ...{ status: 200, landed: "/a?job=1", requests: [request("html", 8_000), request("css", 10_500, true)] },
  ...change,
});

describe("a first visit to a page", () => {
  it("counts a first visit by kind, in kB and seconds", () => {
    expect(viewOf(page, visit())).toMatchObject({
      kB: { html: 8, css: 10.5, js: 0, pictures: 0, all: 18.5 },
      requests: 2,
      blocking: 1,
      seconds: { firstPaint: 1.62, largestPaint: 2.4, load: 3.01 },
    });
  });

  it("rejects a visit that was redirected or failed", () => {
    expect(() => viewOf(page, visit({ landed: "/login" }))).toThrow("/a?job=1 led to /login");
    expect(() => viewOf(page, visit({ status: 500 }))).toThrow("/a?job=1 answered 500");
  });

  it.each([
    ["just what it may", [request("html", 20_000), request("js", 0)], false],
    ["a byte more", [request("html", 20_001)], true],
    ["a request more", [request("html", 1), request("js", 1), request("js", 1)], true],
  ])("accepts %s", (_, requests, over) => {
    expect(isOver(viewOf(page, visit({ requests })))).toBe(over);
  });
});

describe("the table of pages", () => {
  it("prints a row for each visit and marks values over their ceiling", () => {
    const heavy = visit({ requests: [request("image", 23_460)], largestPaint: null });
    expect(pageTable([viewOf(page, visit()), viewOf(page, heavy)]).split("\n")).toEqual([
      "page      HTML   CSS   JS  pictures  all kB   ≤  requests  ≤  FCP s  LCP s  load s    CLS",
      "a result   8.0  10.5  0.0       0.0    18.5  20         2  2   1.62   2.40    3.01  0.000",
      "a result   0.0   0.0  0.0      23.5    23.5  20         1  2   1.62      -    3.01  0.000  BROKEN",
    ]);
  });
});
