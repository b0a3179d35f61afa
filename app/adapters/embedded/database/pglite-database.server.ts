import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Kysely } from "kysely";
import { fromPglite, type Db as QueueConnection } from "pg-boss";
import { migrate, type MigrationConnection } from "../../../database/migrate.server.ts";
import type { DB } from "../../../database/types.ts";
import { bootstrapSql } from "./bootstrap.server.ts";
import { lockDataDirectory } from "./data-directory-lock.server.ts";
import { pgliteDialect } from "./pglite-dialect.server.ts";

export interface OpenDatabase {
  kysely: Kysely<DB>;
  /** For pg-boss, which speaks SQL itself. */
  queue: QueueConnection;
  /** Runs several statements as the owner. */
  script: (text: string) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Opens (and on the first run creates) the embedded PostgreSQL in `<dataDirectory>/database`, migrated.
 * `null` keeps it in memory, for tests. @throws when another process holds the directory.
 */
export async function openPgliteDatabase(dataDirectory: string | null): Promise<OpenDatabase> {
  const lock = dataDirectory ? lockDataDirectory(dataDirectory) : null;
  if (dataDirectory) mkdirSync(join(dataDirectory, "database"), { recursive: true });
  const pglite = await PGlite.create({
    ...(dataDirectory ? { dataDir: join(dataDirectory, "database") } : {}),
    // 16 MB of shared buffers instead of 128 MB: 250 MB of memory instead of 850 MB, measured.
    startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
  });
  await pglite.exec("set timezone to 'UTC'");
  await prepare(pglite);
  const kysely = new Kysely<DB>({ dialect: pgliteDialect(pglite) });
  return {
    kysely,
    queue: fromPglite(pglite),
    script: async (text) => void (await pglite.exec(text)),
    close: async () => {
      await kysely.destroy();
      lock?.release();
    },
  };
}

async function prepare(pglite: PGlite) {
  const connection: MigrationConnection = {
    script: async (text) => void (await pglite.exec(text)),
    query: async (text, values) => (await pglite.query<Record<string, unknown>>(text, values)).rows,
  };
  await migrate(connection, { bootstrap: await bootstrapSql() });
}
