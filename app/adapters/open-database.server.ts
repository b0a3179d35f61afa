import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { ConstructorOptions } from "pg-boss";
import type { Config } from "../config.server.ts";
import type { OpenDatabase } from "./embedded/database/pglite-database.server.ts";
import type { OpenPostgres, Patience } from "./hosted/database/postgres-database.server.ts";
import type { DatabaseProblem } from "../server/database/wait-for-database.ts";

export interface OpenSql {
  kysely: OpenDatabase["kysely"] | OpenPostgres["kysely"];
  /** For statements longer than a request's, one at a time. */
  slow: OpenDatabase["kysely"] | OpenPostgres["kysely"];
  queue: Pick<ConstructorOptions, "db" | "connectionString" | "backend" | "max">;
  owner: (script: string) => Promise<void>;
  poolUse: (() => { open: number; idle: number; waiting: number }) | null;
  close: () => Promise<void>;
  /** Returns why this version cannot use the database now, or null. */
  problem: () => Promise<DatabaseProblem | null>;
  alone: boolean;
  description: string;
}

/** Longer than the ledger audit, the longest limited statement (app/gems/audit/audit-gems.server.ts). */
const slowSilenceMs = 90_000;

/** The queue fetches and ends jobs on these; it adds jobs on the request's connection. */
const queueConnections = 4;

/**
 * PostgreSQL at DATABASE_URL or the embedded one, migrated. `patience` lifts limits for commands.
 * @throws when the data directory is in use.
 */
export async function openDatabase(
  { database }: Pick<Config, "database">,
  dataDirectory: string,
  patience: Patience = {},
): Promise<OpenSql> {
  if (database.kind === "postgres") {
    const { openPostgresDatabase, silenceLimits } = await import("./hosted/database/postgres-database.server.ts");
    const { migrationStatus } = await import("./hosted/database/postgres-database.server.ts");
    const open = openPostgresDatabase(database.url, 10, patience);
    // Connects at the first query; closes after ten idle seconds.
    const slow = openPostgresDatabase(database.url, 1, { silenceMs: slowSilenceMs, ...patience });
    return {
      kysely: open.kysely,
      slow: slow.kysely,
      queue: { connectionString: database.url, max: queueConnections, ...silenceLimits },
      owner: (script) => open.withConnection((connection) => connection.script(script)),
      poolUse: open.poolUse,
      problem: () => migrationStatus(open),
      close: async () => void (await Promise.all([open.close(), slow.close()])),
      alone: false,
      description: `PostgreSQL, ${new URL(database.url).host}`,
    };
  }
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const { openPgliteDatabase } = await import("./embedded/database/pglite-database.server.ts");
  const open = await openPgliteDatabase(dataDirectory);
  return {
    kysely: open.kysely,
    slow: open.kysely,
    queue: { db: open.queue, backend: "pglite" },
    owner: open.script,
    poolUse: null,
    problem: async () => null,
    close: open.close,
    alone: true,
    description: `embedded PostgreSQL (PGlite), ${join(dataDirectory, "database")}`,
  };
}
