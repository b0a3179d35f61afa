import { expect, test, vi } from "vitest";
import { type DatabaseProblem, waitForDatabase } from "./wait-for-database.ts";
import { cursorTime, decodeCursor, encodeCursor } from "./page-cursor.ts";

const away = { text: "does not answer (ECONNREFUSED)", away: true };

function awayFor(milliseconds: number, then: DatabaseProblem | null) {
  let time = 0;
  const error = vi.fn<(details: Record<string, unknown>, message: string) => void>();
  const waited = waitForDatabase({
    problem: async () => (time < milliseconds ? away : then),
    onAway: () => {},
    log: { error },
    wait: async (pause) => void (time += pause),
    now: () => time,
  });
  return { waited, error };
}

test("waits as long as the database is away and logs the reason every 30 s", async () => {
  const { waited, error } = awayFor(70_000, null);
  await waited;
  expect(error.mock.calls.map(([details]) => details)).toEqual(
    [0, 30, 60].map((seconds) => ({ problem: away.text, seconds })),
  );
});

test("ends at a problem that does not pass by itself", async () => {
  const { waited } = awayFor(4_000, { text: "2 pending migrations", away: false });
  await expect(waited).rejects.toThrow("database: 2 pending migrations");
});

test("logs nothing when the database is there", async () => {
  const { waited, error } = awayFor(0, null);
  await waited;
  expect(error).not.toHaveBeenCalled();
});

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
