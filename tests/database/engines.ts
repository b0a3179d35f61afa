import { randomUUID } from "node:crypto";
import { CompiledQuery, type Kysely } from "kysely";
import { Client } from "pg";
import type { ConstructorOptions } from "pg-boss";
import { bootstrapSql } from "../../app/adapters/embedded/database/bootstrap.server.ts";
import { openPgliteDatabase } from "../../app/adapters/embedded/database/pglite-database.server.ts";
import { openPostgresDatabase } from "../../app/adapters/hosted/database/postgres-database.server.ts";
import type { Database } from "../../app/server/database/database.ts";
import { createDatabase } from "../../app/server/database/kysely-database.server.ts";
import { migrate, type MigrationConnection } from "../../app/server/database/migrate.server.ts";
import type { DB } from "../../app/server/database/types.ts";
import { createSupabaseDatabase } from "../servers/supabase-database.ts";

/** A separate database for a test file, with every migration applied. */
export interface OpenEngine {
  database: Database;
  /** Connects as the schema's owner, who bypasses row level security. */
  kysely: Kysely<DB>;
  /** Runs `work` on one connection as the owner. */
  withConnection: <T>(work: (connection: MigrationConnection) => Promise<T>) => Promise<T>;
  queue: Pick<ConstructorOptions, "db" | "connectionString" | "backend">;
  close: () => Promise<void>;
}

export interface Engine {
  name: string;
  missing: string | null;
  /** `connections` bounds the pool, if there is one; PGlite has one connection. */
  open: (connections?: number) => Promise<OpenEngine>;
}

const serverUrl = process.env["TEST_DATABASE_URL"];

export const pglite: Engine = { name: "PGlite", missing: null, open: openPglite };
export const postgres: Engine = {
  name: "PostgreSQL",
  missing: serverUrl ? null : "no PostgreSQL server",
  open: (connections = 10) => openPostgres(serverUrl ?? "", connections),
};
/** For suites that differ by engine: dialect, roles, policies, ledger, queue and migrations. */
export const engines = [pglite, postgres];
/** For matrices that hardly differ by engine: usually the hosted product's role, every engine with SWEEP=full. */
export const sweptEngines = () =>
  process.env["SWEEP"] === "full" || postgres.missing ? [...engines, supabase] : [supabase];
/** For all other suites: PostgreSQL, or PGlite if no server is installed. */
export const usualEngine = [postgres.missing ? pglite : postgres];

/** A Supabase project's database, migrated and used as its own role, which is not a superuser. */
export const supabase: Engine = {
  name: "Supabase's PostgreSQL",
  missing: postgres.missing,
  open: async (connections = 10) => migrated(await createSupabaseDatabase(serverUrl ?? ""), null, connections),
};

async function openPglite(): Promise<OpenEngine> {
  const { kysely, queue, script, close } = await openPgliteDatabase(null);
  const connection: MigrationConnection = {
    script,
    query: async (text, values) =>
      (await kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))).rows,
  };
  return {
    database: createDatabase(kysely),
    kysely,
    withConnection: (work) => work(connection),
    queue: { db: queue, backend: "pglite" },
    close,
  };
}

async function openPostgres(server: string, connections: number): Promise<OpenEngine> {
  return migrated(await emptyDatabase(server), await bootstrapSql(), connections);
}

async function migrated(
  empty: { url: string; drop: () => Promise<void> },
  bootstrap: string | null,
  connections: number,
): Promise<OpenEngine> {
  const { kysely, withConnection, close } = openPostgresDatabase(empty.url, connections);
  await withConnection((connection) => migrate(connection, { bootstrap }));
  return {
    database: createDatabase(kysely),
    kysely,
    withConnection,
    queue: { connectionString: empty.url },
    close: async () => {
      await close();
      await empty.drop();
    },
  };
}

/** Creates a database without any table on the server. */
export async function emptyDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `photogem_${randomUUID().replaceAll("-", "")}`;
  await onServer(`create database ${name}`, server);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`, server) };
}

/** Runs a statement as the cluster's superuser. */
export async function onServer(statement: string, server = serverUrl ?? "") {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Number of histories that a property tries; FAST_CHECK_RUNS sets any number. */
export const runs = (everyday: number, sweep: number) =>
  Number(process.env["FAST_CHECK_RUNS"] ?? (process.env["SWEEP"] === "full" ? sweep : everyday));

const cutShort = /crashed|connection|ECONNRESET|EPIPE/i;

/**
 * Runs the lanes in parallel, like as many processes, and each lane's actions one after another. Does not repeat an
 * action that a crash or a cut connection ended. Waits for every lane, so that a failed run does not affect the next.
 * @returns the number of actions cut short.
 * @throws the first other error.
 */
export async function runLanes<Action>(lanes: Action[][], perform: (action: Action) => Promise<void>): Promise<number> {
  let cut = 0;
  const runLane = async (lane: Action[]) => {
    for (const action of lane) {
      await perform(action).catch((error: unknown) => {
        if (!cutShort.test(String(error))) throw error;
        cut += 1;
      });
    }
  };
  const ended = await Promise.allSettled(lanes.map(runLane));
  for (const lane of ended) if (lane.status === "rejected") throw lane.reason;
  return cut;
}
