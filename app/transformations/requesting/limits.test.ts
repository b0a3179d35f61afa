import { expect, test } from "vitest";
import { refusalText, refusalTitle } from "./limits.ts";

const hour = 3600;

test.each([
  [hour * 5.2, "at midnight, Lagos time (in about 5 hours)"],
  [hour, "at midnight, Lagos time (in about an hour)"],
  [60, "at midnight, Lagos time (in less than an hour)"],
])("writes a wait of %d s for the daily limit as %s", (waitSeconds, when) => {
  expect(refusalText({ limit: "member-day", remaining: 0, waitSeconds })).toBe(
    `You have reached today's limit for one person. You can continue ${when}. No gem was taken.`,
  );
  expect(refusalText({ limit: "product-day", remaining: null, waitSeconds })).toContain(`You can continue ${when}.`);
});

test("heads a running limit with a moment and a daily limit with a day", () => {
  expect(refusalTitle({ limit: "running", remaining: 0, waitSeconds: 60 })).toBe("One moment, please");
  expect(refusalTitle({ limit: "member-day", remaining: 0, waitSeconds: hour })).toBe("That is all for today");
});

test("tells how many photos of a batch would still fit and what stays saved", () => {
  const refusal = { limit: "running", remaining: 3, waitSeconds: 60 } as const;
  expect(refusalText(refusal, "your photos are saved")).toBe(
    "You have as many photos in progress as we allow at once. 3 photos would still fit. Please wait until one is done, then try again. No gem was taken, and your photos are saved.",
  );
  expect(refusalText({ ...refusal, remaining: 1 })).toContain("One photo would still fit.");
});
