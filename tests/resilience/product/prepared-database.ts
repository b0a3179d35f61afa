import type { Kysely } from "kysely";
import { bootstrapSql } from "../../../app/adapters/embedded/database/bootstrap.server.ts";
import { openPostgresDatabase } from "../../../app/adapters/hosted/database/postgres-database.server.ts";
import { migrate } from "../../../app/server/database/migrate.server.ts";
import type { DB } from "../../../app/server/database/types.ts";
import { emptyDatabase } from "../../../tests/database/engines.ts";
import { startPostgresCluster } from "../../database/throw-away-postgres.ts";

export interface PreparedDatabase {
  url: string;
  /** As the schema's owner. */
  kysely: Kysely<DB>;
}

/** A migrated PostgreSQL of its own, thrown away by `closing`. Null where PostgreSQL's server is not installed. */
export async function preparedDatabase(closing: AsyncDisposableStack): Promise<PreparedDatabase | null> {
  const given = process.env["TEST_DATABASE_URL"];
  const cluster = given ? null : await startPostgresCluster();
  if (cluster) closing.defer(cluster.stop);
  const server = given ?? cluster?.url;
  if (!server) return null;
  const { url, drop } = await emptyDatabase(server);
  if (given) closing.defer(drop);
  const { kysely, withConnection, close } = openPostgresDatabase(url, 4);
  closing.defer(close);
  const bootstrap = await bootstrapSql();
  await withConnection((connection) => migrate(connection, { bootstrap }));
  return { url, kysely };
}
