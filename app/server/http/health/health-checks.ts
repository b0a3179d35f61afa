/** Null, or a one-line problem without addresses, keys or names. */
export type HealthCheck = () => Promise<string | null>;

export interface CheckedService {
  check: HealthCheck;
  everyMs: number;
  /** Whether a failure takes the process out of rotation. */
  gates: boolean;
}

export interface HealthChecks {
  look(): Promise<{ name: string; wrong: string; gates: boolean }[]>;
}

export const ofAService = (check: HealthCheck): CheckedService => ({ check, everyMs: 300_000, gates: false });

export const ofThisProcess = (check: HealthCheck): CheckedService => ({ check, everyMs: 10_000, gates: true });

export async function logUnhealthy(checks: HealthChecks): Promise<void> {
  for (const { name, wrong } of await checks.look()) process.stdout.write(`not well   ${name}: ${wrong}\n`);
}

const patienceMs = 3_000;

/** Runs checks on demand; concurrent calls share one, and `everyMs` caches its result. */
export function createHealthChecks(
  given: Readonly<Record<string, CheckedService | null>>,
  now = Date.now,
): HealthChecks {
  const parts = Object.entries(given).flatMap(([name, part]) => (part ? [{ name, part }] : []));
  const kept = new Map<string, { at: number; answer: Promise<string | null> }>();
  const ask = (name: string, { check, everyMs }: CheckedService) => {
    const known = kept.get(name);
    if (known && now() - known.at < everyMs) return known.answer;
    const answer = withinPatience(check());
    kept.set(name, { at: now(), answer });
    return answer;
  };
  return {
    async look() {
      const looked = await Promise.all(
        parts.map(async ({ name, part }) => ({ name, wrong: await ask(name, part), gates: part.gates })),
      );
      return looked.flatMap(({ name, wrong, gates }) => (wrong === null ? [] : [{ name, wrong, gates }]));
    },
  };
}

async function withinPatience(check: Promise<string | null>): Promise<string | null> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(late.resolve, patienceMs, "does not answer in time");
  return Promise.race([check.catch(() => "cannot be asked"), late.promise]).finally(() => clearTimeout(timer));
}
