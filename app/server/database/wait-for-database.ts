import { setTimeout as pause } from "node:timers/promises";

/** One line without addresses and passwords. `away`: it may pass by itself, unlike a wrong password or a missing migration. */
export interface DatabaseProblem {
  text: string;
  away: boolean;
}

const askAgainAfterMs = 2_000;
const logEveryMs = 30_000;

interface Waiting {
  problem: () => Promise<DatabaseProblem | null>;
  /** Called when the wait begins and whenever the reason is asked again. */
  onAway: (problem: string) => void;
  log: { error(details: Record<string, unknown>, message: string): void };
  wait?: (milliseconds: number) => Promise<unknown>;
  now?: () => number;
}

/**
 * Returns once the database can be used, however long it is away; logs the reason at once and every 30 s.
 * @throws for a problem that does not pass by itself, with a line for the operator.
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
