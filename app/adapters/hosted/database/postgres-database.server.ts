import { Kysely, PostgresDialect } from "kysely";
import { Pool, type PoolClient } from "pg";
import type { MigrationConnection } from "../../../server/database/migrate.server.ts";
import type { DB } from "../../../server/database/types.ts";

export interface OpenPostgres {
  kysely: Kysely<DB>;
  /** Runs `work` on one connection of its own, which is closed when `work` fails: nobody knows what still runs on it. */
  withConnection: <T>(work: (connection: MigrationConnection) => Promise<T>) => Promise<T>;
  /** How many connections are open and idle, and how many wait for one. */
  poolUse: () => { open: number; idle: number; waiting: number };
  close: () => Promise<void>;
}

/**
 * For connections on which nothing comes any more although they are open, as after a failover or a lost route: the server
 * cannot end their statements. Longer than any statement may take. Milliseconds.
 */
export const silenceLimits = { query_timeout: 20_000, keepAlive: true, connectionTimeoutMillis: 5_000 };

/** Only work that lifts the server's limits, as migrations do, wants other than `silenceLimits`. */
export interface Patience {
  /** After how many milliseconds without an answer a connection is given up; null for never. */
  silenceMs?: number | null;
}

/**
 * A pool on a hosted PostgreSQL 15 or newer. `connections` bounds the pool. Waiting for a lock ends after 5 s and a
 * statement after 15 s: a stuck query must fail one request, not fill the pool.
 */
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
    // pg's word for no limit.
    query_timeout: silenceMs ?? 0,
    application_name: "photogem",
    options: "-c timezone=UTC",
  });
  // A connection that breaks is replaced by the pool, and a query on it fails by itself; without these listeners the
  // event would end the process, the pool's for an idle connection and the client's for one in use.
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
      // Kysely does not end a pool of which it never asked anything, as a migration's.
      if (!pool.ending) await pool.end();
    },
  };
}

/** The pool for Kysely, which gives connections back without knowing that one went silent. */
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
        // Its answer may still come, or never: nothing else can be asked on it.
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
