import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { ConstructorOptions } from "pg-boss";
import type { Config } from "../config.server.ts";
import type { OpenDatabase } from "./embedded/database/pglite-database.server.ts";
import type { OpenPostgres } from "./hosted/database/postgres-database.server.ts";

export interface OpenSql {
  kysely: OpenDatabase["kysely"] | OpenPostgres["kysely"];
  queue: Pick<ConstructorOptions, "db" | "connectionString" | "backend">;
  /** Runs a script as the schema's owner. */
  owner: (script: string) => Promise<void>;
  /** Of the pool, where there is one. */
  poolUse: (() => { open: number; idle: number; waiting: number }) | null;
  close: () => Promise<void>;
  /** What keeps this version from working on the database as it is, in one line, or null. */
  trouble: () => Promise<string | null>;
  /** No other process can be on this database. */
  alone: boolean;
  line: string;
}

/** The PostgreSQL at DATABASE_URL, or the embedded one, migrated. @throws when the data directory is in use. */
export async function openDatabase({ database }: Config, dataDirectory: string): Promise<OpenSql> {
  if (database.kind === "postgres") {
    const { openPostgresDatabase, silenceLimits } = await import("./hosted/database/postgres-database.server.ts");
    const { databaseTrouble } = await import("./hosted/database/database-trouble.server.ts");
    const open = openPostgresDatabase(database.url);
    return {
      kysely: open.kysely,
      queue: { connectionString: database.url, ...silenceLimits },
      owner: (script) => open.withConnection((connection) => connection.script(script)),
      poolUse: open.poolUse,
      trouble: () => databaseTrouble(open),
      close: open.close,
      alone: false,
      line: `PostgreSQL, ${new URL(database.url).host}`,
    };
  }
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const { openPgliteDatabase } = await import("./embedded/database/pglite-database.server.ts");
  const open = await openPgliteDatabase(dataDirectory);
  return {
    kysely: open.kysely,
    queue: { db: open.queue, backend: "pglite" },
    owner: open.script,
    poolUse: null,
    // Opening it has migrated it.
    trouble: async () => null,
    close: open.close,
    alone: true,
    line: `embedded PostgreSQL (PGlite), ${join(dataDirectory, "database")}`,
  };
}
