import { createHmac } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { type RateLimiter, type RateLimitName, rateLimits } from "./limits.ts";

type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

/** Stores its counts in the database, across machines and restarts. `secret` keys the hashes. */
export function createRateLimiter(query: Query, secret: string): RateLimiter {
  const storeClient = {
    query: (statement: { text: string; values?: unknown[] }) => query(statement.text, statement.values ?? []),
  };
  const names = Object.keys(rateLimits) as RateLimitName[];
  const limiters = new Map(
    names.map((name) => {
      const { times, minutes } = rateLimits[name];
      const limiter = new RateLimiterPostgres({
        storeClient,
        storeType: "client",
        schemaName: "private",
        tableName: "rate_limits",
        tableCreated: true,
        clearExpiredByTimeout: name === names[0],
        keyPrefix: name,
        points: times,
        duration: minutes * 60,
      });
      return [name, limiter] as const;
    }),
  );
  const counted = (subjects: Partial<Record<RateLimitName, string>>) =>
    Object.entries(subjects).map(([name, subject]) => ({
      limiter: limiters.get(name as RateLimitName),
      key: createHmac("sha256", secret).update(`${name}:${subject.trim().toLowerCase()}`).digest("base64url"),
    }));
  return {
    async take(subjects) {
      return Math.max(0, ...(await Promise.all(counted(subjects).map(({ limiter, key }) => wait(limiter, key)))));
    },
    async giveBack(subjects) {
      await Promise.all(counted(subjects).map(({ limiter, key }) => limiter?.reward(key)));
    },
  };
}

async function wait(limiter: RateLimiterPostgres | undefined, key: string): Promise<number> {
  try {
    await limiter?.consume(key);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw refusal;
  }
}
