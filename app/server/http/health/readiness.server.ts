import type { Services } from "../../../services.ts";

const databaseLimitMs = 2_000;

/**
 * Whether visitors may be sent to this process: it has started and is not shutting down. Also while the database is away:
 * then every process is without it, and our pages say in words what a proxy with no process left cannot.
 */
export const takesVisitors = ({ started, draining }: Pick<Services, "started" | "draining">): boolean =>
  started && !draining;

/**
 * Whether this process can do all that is asked of it: it has started, the database answers and is migrated, photos on
 * its own disk can be written, it is not shutting down. `notWell` says in one line each what else is wrong: a payment
 * provider that is down must not take the pages away. It names keys, migrations and error codes: for operators only.
 */
export async function readiness({
  database,
  partChecks,
  started,
  draining,
}: Pick<Services, "database" | "partChecks" | "started" | "draining">) {
  const [answers, wrongs] = started
    ? await Promise.all([database.answers(databaseLimitMs), partChecks.look()])
    : [false, []];
  const parts = { database: answers, started, accepting: !draining };
  const ready = Object.values(parts).every(Boolean) && !wrongs.some(({ gates }) => gates);
  return { ready, ...parts, notWell: Object.fromEntries(wrongs.map(({ name, wrong }) => [name, wrong])) };
}
