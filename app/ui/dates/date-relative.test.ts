import { expect, test } from "vitest";
import { relativeTime } from "./date-relative.ts";

const now = new Date("2026-11-20T20:00:00Z");
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, "Just now"],
  [59 * second, "Just now"],
  [minute, "1 minute ago"],
  [2 * minute - 1, "1 minute ago"],
  [59 * minute, "59 minutes ago"],
  [hour, "1 hour ago"],
  [23 * hour + 59 * minute, "23 hours ago"],
  [day, "1 day ago"],
  [400 * day, "400 days ago"],
])("shows %i ms ago as %s", (passed, words) => {
  expect(relativeTime(new Date(now.getTime() - passed), now)).toBe(words);
});

test("shows a moment in the future as Just now", () => {
  expect(relativeTime(new Date(now.getTime() + hour), now)).toBe("Just now");
});
