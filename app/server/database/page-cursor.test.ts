import { expect, test } from "vitest";
import { cursorTime, decodeCursor, encodeCursor } from "./page-cursor.ts";

const id = "0f8fad5b-d9cb-469f-a165-70867728950e";

test("preserves a cursor through the URL, microseconds included", () => {
  const cursor = { micros: "1795205640123456", id };
  expect(decodeCursor(encodeCursor(cursor), "uuid")).toEqual(cursor);
  expect(new URLSearchParams({ before: encodeCursor(cursor) }).toString()).toBe(`before=1795205640123456.${id}`);
  expect(cursorTime(cursor)).toBe("2026-11-20T20:14:00.123456Z");
});

test("accepts the ledger's numeric ids", () => {
  expect(decodeCursor("1795205640000001.42", "bigint")).toEqual({ micros: "1795205640000001", id: "42" });
  expect(cursorTime({ micros: "1795205640000001", id: "42" })).toBe("2026-11-20T20:14:00.000001Z");
});

test("accepts every time that PostgreSQL can read", () => {
  expect(cursorTime({ micros: "0", id })).toBe("1970-01-01T00:00:00.000000Z");
  expect(cursorTime({ micros: "9999999999999999", id })).toBe("2286-11-20T17:46:39.999999Z");
});

test.each([
  null,
  "",
  ".",
  `.${id}`,
  "1795205640123456",
  "1795205640123456.",
  `99999999999999999.${id}`,
  `-1.${id}`,
  `1e9.${id}`,
  `NaN.${id}`,
  `1795205640123456.${id}.`,
  `1795205640123456.${id}.x`,
  `1795205640123456.${id}'--`,
  "1795205640123456.42",
  "1795205640123456.0f8fad5b-d9cb-469f-a165-70867728950g",
  `1795205640123456\n.${id}`,
])("rejects %j as a cursor", (text) => {
  expect(decodeCursor(text, "uuid")).toBeNull();
});

test("rejects a number that is too large for the ledger's ids", () => {
  expect(decodeCursor("1795205640123456.9999999999999999999", "bigint")).toBeNull();
});
