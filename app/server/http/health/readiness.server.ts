import { createContext } from "react-router";
import type { Database } from "../../database/database.ts";
import type { HealthChecks } from "./health-checks.ts";

export interface Health {
  database: Pick<Database, "answers">;
  partChecks: HealthChecks;
  /** True once the database is open. */
  started: boolean;
  /** True once the process ends. */
  draining: boolean;
}

export const healthContext = createContext<Health>();

const databaseLimitMs = 2_000;

/** True without a database too: the pages explain an outage better than a proxy does. */
export const takesVisitors = ({ started, draining }: Pick<Health, "started" | "draining">): boolean =>
  started && !draining;

/** `notWell` names keys and migrations: for operators only. */
export async function readiness({ database, partChecks, started, draining }: Health) {
  const [answers, problems] = started
    ? await Promise.all([database.answers(databaseLimitMs), partChecks.problems()])
    : [false, []];
  const parts = { database: answers, started, accepting: !draining };
  const ready = Object.values(parts).every(Boolean) && !problems.some(({ gates }) => gates);
  return { ready, ...parts, notWell: Object.fromEntries(problems.map(({ name, problem }) => [name, problem])) };
}
