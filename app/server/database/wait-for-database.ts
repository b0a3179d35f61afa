import { setTimeout as pause } from "node:timers/promises";

/** `text` has one line, without addresses and passwords. `away`: may recover by itself, unlike a wrong password. */
export interface DatabaseProblem {
  text: string;
  away: boolean;
}

const askAgainAfterMs = 2_000;
const logEveryMs = 30_000;

interface Waiting {
  problem: () => Promise<DatabaseProblem | null>;
  /** Called at the start of the wait and after each new check. */
  onAway: (problem: string) => void;
  log: { error(details: Record<string, unknown>, message: string): void };
  wait?: (milliseconds: number) => Promise<unknown>;
  now?: () => number;
}

/**
 * Returns once the database is usable, without a time limit; logs the reason at once and every 30 s.
 * @throws for a problem that does not recover by itself, with a message for the operator.
 */
export async function waitForDatabase({ problem, onAway, log, wait = pause, now = Date.now }: Waiting): Promise<void> {
  const since = now();
  let logged = -Infinity;
  for (let found = await problem(); found; found = await problem()) {
    if (!found.away) throw new Error(`database: ${found.text}`);
    onAway(found.text);
    if (now() - logged >= logEveryMs) {
      logged = now();
      const seconds = Math.round((logged - since) / 1000);
      log.error({ problem: found.text, seconds }, "waits for the database");
    }
    await wait(askAgainAfterMs);
  }
}
