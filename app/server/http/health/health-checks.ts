/** Looks whether a part is well: null, or what is wrong in one line without addresses, keys or names. */
export type HealthCheck = () => Promise<string | null>;

export interface CheckedService {
  check: HealthCheck;
  /** How old an answer may be before it is asked for again, ms. Services of others are asked seldom. */
  everyMs: number;
  /** Whether a process whose part is not well should be sent nobody. */
  gates: boolean;
}

export interface HealthChecks {
  /** What is wrong, by the part's name: at most `everyMs` old, and asked for once however many look. */
  look(): Promise<{ name: string; wrong: string; gates: boolean }[]>;
}

/** A part that is somebody else's service: without it pages are still worth having, so it takes no process away. */
export const ofAService = (check: HealthCheck): CheckedService => ({ check, everyMs: 300_000, gates: false });

/** A part without which nothing that is asked of this process can be done. */
export const ofThisProcess = (check: HealthCheck): CheckedService => ({ check, everyMs: 10_000, gates: true });

/** For the operator, after the start: one line per part that is not well. */
export async function logUnhealthy(checks: HealthChecks): Promise<void> {
  for (const { name, wrong } of await checks.look()) process.stdout.write(`not well   ${name}: ${wrong}\n`);
}

/** Longer than this nobody waits for a look; a part that takes longer is said not to answer. */
const patienceMs = 3_000;

/** Checks that are made when somebody looks. Each part's last answer is kept for as long as it says; null is no part. */
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
