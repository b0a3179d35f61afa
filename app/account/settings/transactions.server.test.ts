import { expect, test } from "vitest";
import { transactionRow } from "./transactions.server.ts";

const createdAt = new Date("2026-11-20T19:14:00Z");
const row = (change: object) =>
  transactionRow(
    { id: "1", type: "usage", amount: -1, description: "Owambe portrait", createdAt, receipt: null, ...change },
    (date) => date.toISOString(),
  );

test("shows a use as minus one gem", () => {
  expect(row({})).toEqual({
    id: "1",
    type: "Usage",
    amount: "−1 gem",
    gained: false,
    description: "Owambe portrait",
    date: "2026-11-20T19:14:00.000Z",
    receipt: null,
  });
});

test.each([
  ["bonus", 2, "Bonus", "+2 gems", true],
  ["refund", 1, "Refund", "+1 gem", true],
  ["purchase", 50, "Purchase", "+50 gems", true],
  ["clawback", -8, "Clawback", "−8 gems", false],
])("shows a %s of %i as %s, %s", (type, amount, typeWord, words, gained) => {
  expect(row({ type, amount })).toMatchObject({ type: typeWord, amount: words, gained });
});

test.each([null, ""])("shows the description %j as No description", (description) => {
  expect(row({ description }).description).toBe("No description");
});
