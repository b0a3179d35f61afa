import { Kysely, PostgresDialect } from "kysely";
import { Pool, type PoolClient } from "pg";
import type { MigrationConnection } from "../../../database/migrate.server.ts";
import type { DB } from "../../../database/types.ts";

export interface OpenPostgres {
  kysely: Kysely<DB>;
  /** Runs `work` on one connection of its own. */
  withConnection: <T>(work: (connection: MigrationConnection) => Promise<T>) => Promise<T>;
  /** How many connections are open and idle, and how many wait for one. */
  poolUse: () => { open: number; idle: number; waiting: number };
  close: () => Promise<void>;
}

/**
 * A pool on a hosted PostgreSQL 15 or newer. `connections` bounds the pool. Waiting for a lock ends after 5 s and a
 * statement after 15 s: a stuck query must fail one request, not fill the pool.
 */
export function openPostgresDatabase(connectionString: string, connections = 10): OpenPostgres {
  const pool = new Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: "photogem",
    options: "-c timezone=UTC",
  });
  // A connection that breaks is replaced by the pool, and a query on it fails by itself; without these listeners the
  // event would end the process, the pool's for an idle connection and the client's for one in use.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    withConnection: async (work) => {
      const client = await pool.connect();
      try {
        return await work(migrationConnection(client));
      } finally {
        client.release();
      }
    },
    poolUse: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => kysely.destroy(),
  };
}

const migrationConnection = (client: PoolClient): MigrationConnection => ({
  script: async (text) => void (await client.query(text)),
  query: async (text, values) => (await client.query(text, values as unknown[])).rows,
});
