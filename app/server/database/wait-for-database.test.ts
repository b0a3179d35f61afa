import { expect, test, vi } from "vitest";
import { waitForDatabase, type DatabaseProblem } from "./wait-for-database.ts";

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
