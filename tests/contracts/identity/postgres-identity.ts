import { randomUUID } from "node:crypto";
import { bootstrapSql } from "../../../app/adapters/embedded/database/bootstrap.server.ts";
import { openPostgresDatabase } from "../../../app/adapters/hosted/database/postgres-database.server.ts";
import { migrate } from "../../../app/server/database/migrate.server.ts";

/** A PostgreSQL server on which databases may be created and dropped; undefined where there is none. */
export const testServerUrl = process.env["TEST_DATABASE_URL"];

/** A new, migrated database on the server of `serverUrl`, dropped when closed; every `connect` is a process' own pool. */
export async function createThrowAwayDatabase(serverUrl: string) {
  const name = `identity_${randomUUID().replaceAll("-", "")}`;
  const server = openPostgresDatabase(serverUrl, 1);
  await server.withConnection((connection) => connection.script(`create database ${name}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const pools = [openPostgresDatabase(url.href, 10)];
  const bootstrap = await bootstrapSql();
  await pools[0]?.withConnection((connection) => migrate(connection, { bootstrap }));
  return {
    connect() {
      const pool = openPostgresDatabase(url.href, 10);
      pools.push(pool);
      return pool;
    },
    async drop() {
      await Promise.all(pools.map((pool) => pool.close()));
      await server.withConnection((connection) => connection.script(`drop database ${name} with (force)`));
      await server.close();
    },
  };
}
