import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type OpenSql } from "../app/adapters/open-database.server.ts";
import type { Config } from "../app/config.server.ts";

/**
 * Opens DATABASE_URL or an existing embedded database; a mistyped DATA_DIR must not create one.
 * @throws with a message for the operator.
 */
export function openExistingDatabase(config: Config): Promise<OpenSql> {
  const { database, dataDirectory } = config;
  if (database.kind === "embedded" && !existsSync(join(dataDirectory, "database"))) {
    throw new Error(`There is no database in ${dataDirectory}. Set DATA_DIR or DATABASE_URL to the one that is meant.`);
  }
  return openDatabase(config, dataDirectory, { silenceMs: null });
}

/** Ends the command with a line for the operator. */
export function end(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
