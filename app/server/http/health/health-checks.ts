import { timeout, TimeoutError } from "remix-utils/promise";
import { type Database } from "../../database/database.ts";
import { createContext } from "react-router";

/** Resolves to null or a one-line problem without addresses, keys or names. */
type HealthCheck = () => Promise<string | null>;

export interface CheckedService {
  check: HealthCheck;
  everyMs: number;
  /** True if a failure takes the process out of rotation. */
  gates: boolean;
}

export interface HealthChecks {
  problems(): Promise<{ name: string; problem: string; gates: boolean }[]>;
}

export const serviceCheck = (check: HealthCheck): CheckedService => ({ check, everyMs: 300_000, gates: false });

export const processCheck = (check: HealthCheck): CheckedService => ({ check, everyMs: 10_000, gates: true });

export async function logUnhealthy(checks: HealthChecks): Promise<void> {
  for (const { name, problem } of await checks.problems()) process.stdout.write(`unhealthy  ${name}: ${problem}\n`);
}

const timeoutMs = 3_000;

/** Runs checks on demand; concurrent calls share one, and `everyMs` caches its result. */
export function createHealthChecks(
  checks: Readonly<Record<string, CheckedService | null>>,
  now = Date.now,
): HealthChecks {
  const parts = Object.entries(checks).flatMap(([name, part]) => (part ? [{ name, part }] : []));
  const results = new Map<string, { at: number; answer: Promise<string | null> }>();
  const run = (name: string, { check, everyMs }: CheckedService) => {
    const cached = results.get(name);
    if (cached && now() - cached.at < everyMs) return cached.answer;
    const answer = withTimeout(check());
    results.set(name, { at: now(), answer });
    return answer;
  };
  return {
    async problems() {
      const outcomes = await Promise.all(
        parts.map(async ({ name, part }) => ({ name, problem: await run(name, part), gates: part.gates })),
      );
      return outcomes.flatMap(({ name, problem, gates }) => (problem === null ? [] : [{ name, problem, gates }]));
    },
  };
}

const withTimeout = (check: Promise<string | null>): Promise<string | null> =>
  timeout(check, { ms: timeoutMs }).catch((error: unknown) =>
    error instanceof TimeoutError ? "does not answer in time" : "cannot be asked",
  );

export interface Health {
  database: Pick<Database, "answers">;
  partChecks: HealthChecks;
  /** True once the database is open. */
  started: boolean;
  /** Why the database cannot open yet; null before the first try and once it is open. */
  waitsFor: string | null;
  draining: boolean;
}

export const healthContext = createContext<Health>();

const databaseLimitMs = 2_000;

/** True even without a database, because the pages explain an outage better than a proxy does. */
export const takesVisitors = ({ started, waitsFor, draining }: Omit<Health, "database" | "partChecks">): boolean =>
  (started || waitsFor !== null) && !draining;

/** `notWell` names keys and migrations, so it is for operators only. */
export async function readiness({ database, partChecks, started, waitsFor, draining }: Health) {
  const [answers, problems] = started
    ? await Promise.all([database.answers(databaseLimitMs), partChecks.problems()])
    : [false, waitsFor === null ? [] : [{ name: "database", problem: waitsFor, gates: true }]];
  const parts = { database: answers, started, accepting: !draining };
  const ready = Object.values(parts).every(Boolean) && !problems.some(({ gates }) => gates);
  return { ready, ...parts, notWell: Object.fromEntries(problems.map(({ name, problem }) => [name, problem])) };
}
