import type { Services } from "../services.ts";

const databaseLimitMs = 2_000;

/** Whether this process should be sent visitors or jobs: it has started, the database answers, it is not shutting down. */
export async function readiness({ database, started, draining }: Pick<Services, "database" | "started" | "draining">) {
  const parts = { database: started && (await database.answers(databaseLimitMs)), started, accepting: !draining };
  return { ready: Object.values(parts).every(Boolean), ...parts };
}
