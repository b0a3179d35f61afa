import { expect, test } from "vitest";
import { refusalText, refusalTitle } from "./limits.ts";

const hour = 3600;

test.each([
  [hour * 5.2, "at midnight, Lagos time (in about 5 hours)"],
  [hour, "at midnight, Lagos time (in about an hour)"],
  [60, "at midnight, Lagos time (in less than an hour)"],
])("after %d s the day's limit opens again %s", (waitSeconds, when) => {
  expect(refusalText({ limit: "member-day", remaining: 0, waitSeconds })).toBe(
    `You have reached the most one person can make in a day. It opens again ${when}. No gem was taken.`,
  );
  expect(refusalText({ limit: "product-day", remaining: null, waitSeconds })).toContain(`It opens again ${when}.`);
});

test("the heading says whether it is a moment or a day", () => {
  expect(refusalTitle({ limit: "running", remaining: 0, waitSeconds: 60 })).toBe("One moment, please");
  expect(refusalTitle({ limit: "member-day", remaining: 0, waitSeconds: hour })).toBe("That is all for today");
});

test("a request for several says how many would have fitted, and what is kept", () => {
  const refusal = { limit: "running", remaining: 3, waitSeconds: 60 } as const;
  expect(refusalText(refusal, "your photos are kept")).toBe(
    "You have as many photos being made as fit at once. 3 photos would still fit. Please wait until one is done, then press again. No gem was taken, and your photos are kept.",
  );
  expect(refusalText({ ...refusal, remaining: 1 })).toContain("One photo would still fit.");
});
