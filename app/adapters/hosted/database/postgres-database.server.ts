import { Kysely, PostgresDialect } from "kysely";
import { Pool, type PoolClient } from "pg";
import { type MigrationConnection, pendingMigrations } from "../../../server/database/migrate.server.ts";
import type { DB } from "../../../server/database/types.ts";
import type { DatabaseProblem } from "../../../server/database/wait-for-database.ts";

export interface OpenPostgres {
  kysely: Kysely<DB>;
  /** Closes the connection when `work` fails, because a statement may still run on it. */
  withConnection: <T>(work: (connection: MigrationConnection) => Promise<T>) => Promise<T>;
  poolUse: () => { open: number; idle: number; waiting: number };
  close: () => Promise<void>;
}

/** Milliseconds, longer than any statement: detects connections that died silently, for example after a failover. */
export const silenceLimits = { query_timeout: 20_000, keepAlive: true, connectionTimeoutMillis: 5_000 };

/** For work without the server's limits, such as migrations. */
export interface Patience {
  silenceMs?: number | null;
}

/** PostgreSQL 15 or newer. Lock waits end after 5 s, statements after 15 s: a stuck query must not fill the pool. */
export function openPostgresDatabase(
  connectionString: string,
  connections = 10,
  { silenceMs = silenceLimits.query_timeout }: Patience = {},
): OpenPostgres {
  const pool = new Pool({
    connectionString,
    max: connections,
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    ...silenceLimits,
    // 0 means no limit in pg.
    query_timeout: silenceMs ?? 0,
    application_name: "photogem",
    options: "-c timezone=UTC",
  });
  // The pool replaces broken connections; without listeners the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: withoutSilentOnes(pool) }) });
  return {
    kysely,
    withConnection: async (work) => {
      const client = await pool.connect();
      try {
        const worked = await work(migrationConnection(client));
        client.release();
        return worked;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    poolUse: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await kysely.destroy();
      // Kysely does not end a pool that it never used.
      if (!pool.ending) await pool.end();
    },
  };
}

/** Closes connections that went silent, because Kysely would return them to the pool. */
const withoutSilentOnes = (pool: Pool) => ({
  options: pool.options,
  end: () => pool.end(),
  async connect(): Promise<PoolClient> {
    const client = await pool.connect();
    let silent = false;
    const query = async (text: string, values: unknown[]) => {
      try {
        return await client.query(text, values);
      } catch (error) {
        // A late answer may still arrive, so the connection is unusable.
        silent ||= error instanceof Error && error.message === "Query read timeout";
        throw error;
      }
    };
    const release = (discard?: boolean) => client.release(discard || silent);
    return Object.assign(Object.create(client) as PoolClient, { query, release });
  },
});

const migrationConnection = (client: PoolClient): MigrationConnection => ({
  script: async (text) => void (await client.query(text)),
  query: async (text, values) => (await client.query(text, values as unknown[])).rows,
});

/** Returns why this version cannot use the PostgreSQL, or null. */
export async function migrationStatus({
  withConnection,
}: Pick<OpenPostgres, "withConnection">): Promise<DatabaseProblem | null> {
  try {
    const [first, ...others] = await withConnection(pendingMigrations);
    if (!first) return null;
    const text = `${others.length + 1} pending migrations from ${first.file} on; run npm run migrate`;
    return { text, away: false };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "no answer in time";
    const refusal = refusals[code];
    return refusal ? { text: refusal, away: false } : { text: `does not answer (${code})`, away: true };
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const refusals: Record<string, string> = {
  "28P01": "refuses the user or the password in DATABASE_URL (28P01)",
  "28000": "refuses the user in DATABASE_URL (28000)",
  "3D000": "does not have the database that DATABASE_URL names (3D000)",
  "42501": "does not let the user in DATABASE_URL see its migrations (42501)",
};
