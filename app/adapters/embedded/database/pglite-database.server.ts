import { createReadStream, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setFlagsFromString } from "node:v8";
import { createGunzip } from "node:zlib";
import { PGlite, type Transaction as PGliteTransaction } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import { unpackTar } from "modern-tar/fs";
import { type Db as QueueConnection, fromPglite } from "pg-boss";
import { DatabaseSync } from "node:sqlite";
import { migrate, type MigrationConnection } from "../../../server/database/migrate.server.ts";
import type { DB } from "../../../server/database/types.ts";
import { bootstrapSql } from "./bootstrap.server.ts";

export interface OpenDatabase {
  kysely: Kysely<DB>;
  queue: QueueConnection;
  script: (text: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Opens or creates `<dataDirectory>/database`, migrated; `null`: in memory. @throws when the directory is in use. */
export async function openPgliteDatabase(dataDirectory: string | null): Promise<OpenDatabase> {
  if (!dataDirectory) return openDatabase(undefined);
  const lock = lockDataDirectory(dataDirectory);
  const directory = join(dataDirectory, "database");
  const unfinished = join(dataDirectory, "database.unfinished");
  if (existsSync(unfinished)) rmSync(directory, { recursive: true, force: true });
  if (!existsSync(directory)) {
    writeFileSync(unfinished, "");
    mkdirSync(directory, { mode: 0o700 });
    if (existsSync(newDatabase)) {
      await pipeline(createReadStream(newDatabase), createGunzip(), unpackTar(directory));
    }
  }
  const open = await openDatabase(directory);
  rmSync(unfinished, { force: true });
  return {
    ...open,
    close: async () => {
      await open.close();
      lock.release();
    },
  };
}

const extensions = { btree_gin, pg_trgm };

/**
 * V8's optimising compiler takes 600 MB for PGlite's SQL parser, which every statement calls. V8 never optimises a
 * function that was first called while the filter excluded it (decision 29).
 */
const optimises = { nothing: "--wasm-tier-up-filter=0", whatComesLater: "--wasm-tier-up-filter=-1" };

class SmallPGlite extends PGlite {
  /** Runs the first statement itself, so that little except the parser runs under the filter. */
  override async _initArrayTypes(options?: { force?: boolean }) {
    setFlagsFromString(optimises.nothing);
    await this.exec("set timezone to 'UTC'");
    setFlagsFromString(optimises.whatComesLater);
    await super._initArrayTypes(options);
  }
}

/**
 * An empty database from the build: creating one takes 300 MB more memory and delays the first start by seconds.
 * PGlite itself would unpack it in memory, which takes 100 MB.
 */
const newDatabase = join(import.meta.dirname, "../../../../build/new-database.tar.gz");

/** Creates the archive for new data directories. Not migrated: a migration generates the installation's secret. */
export async function makeNewDatabase(): Promise<void> {
  const pglite = await PGlite.create();
  writeFileSync(newDatabase, await (await pglite.dumpDataDir("gzip")).bytes());
  await pglite.close();
}

async function openDatabase(dataDir: string | undefined): Promise<OpenDatabase> {
  // Not on the command line: child processes would inherit it, and the darkroom's nets need the optimising compiler.
  setFlagsFromString("--wasm-num-compilation-tasks=1");
  // Statements create the missing database.
  if (!dataDir || !existsSync(join(dataDir, "PG_VERSION"))) setFlagsFromString(optimises.nothing);
  const pglite = new SmallPGlite({
    ...(dataDir ? { dataDir } : {}),
    extensions,
    // Measured: 250 MB of memory instead of 850 MB with the default 128 MB.
    startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
  });
  await pglite.waitReady;
  await createSchema(pglite);
  const kysely = new Kysely<DB>({ dialect: pgliteDialect(pglite) });
  return {
    kysely,
    queue: fromPglite(pglite),
    script: async (text) => void (await pglite.exec(text)),
    close: async () => {
      await kysely.destroy();
      if (!pglite.closed) await pglite.close();
    },
  };
}

async function createSchema(pglite: PGlite) {
  const connection: MigrationConnection = {
    script: async (text) => void (await pglite.exec(text)),
    query: async (text, values) => (await pglite.query<Record<string, unknown>>(text, values)).rows,
  };
  await migrate(connection, { bootstrap: await bootstrapSql() });
}

/**
 * Two PGlite processes on one directory lose rows silently. The kernel frees SQLite's lock even after kill -9.
 * @throws when another process holds the directory; the message is for the operator.
 */
function lockDataDirectory(dataDirectory: string): { release: () => void } {
  mkdirSync(dataDirectory, { recursive: true });
  const file = new DatabaseSync(join(dataDirectory, "lock.sqlite"));
  try {
    file.exec("pragma busy_timeout = 3000; begin exclusive");
  } catch {
    file.close();
    throw new Error(
      `Another Photogem process is using ${dataDirectory}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  return { release: () => file.close() };
}

/**
 * Kysely's own PGlite dialect shares one connection object, so a query of another request runs inside an open
 * transaction and under its role: rows leak between members (decision 3). Here they take PGlite's mutex.
 */
function pgliteDialect(pglite: PGlite): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PGliteDriver(pglite),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PGliteDriver implements Driver {
  readonly #pglite: PGlite;
  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }
  async init() {}
  async acquireConnection() {
    return new PGliteConnection(this.#pglite);
  }
  beginTransaction = (connection: DatabaseConnection) => (connection as PGliteConnection).begin();
  commitTransaction = (connection: DatabaseConnection) => (connection as PGliteConnection).end("commit");
  rollbackTransaction = (connection: DatabaseConnection) => (connection as PGliteConnection).end("rollback");
  async releaseConnection() {}
  async destroy() {
    if (!this.#pglite.closed) await this.#pglite.close();
  }
}

class PGliteConnection implements DatabaseConnection {
  readonly #pglite: PGlite;
  #open: { transaction: PGliteTransaction; decide: (end: "commit" | "rollback") => void; ended: Promise<void> } | null =
    null;
  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  async begin() {
    const started = Promise.withResolvers<PGliteTransaction>();
    const decided = Promise.withResolvers<"commit" | "rollback">();
    const ended = this.#pglite.transaction(async (transaction) => {
      started.resolve(transaction);
      if ((await decided.promise) === "rollback") await transaction.rollback();
    });
    ended.catch(started.reject);
    this.#open = { transaction: await started.promise, decide: decided.resolve, ended };
  }

  async end(end: "commit" | "rollback") {
    const open = this.#open;
    this.#open = null;
    open?.decide(end);
    await open?.ended;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await (this.#open?.transaction ?? this.#pglite).query<R>(query.sql, [...query.parameters]);
    return { rows: result.rows, numAffectedRows: BigInt(result.affectedRows ?? 0) };
  }

  // oxlint-disable-next-line require-yield -- Kysely requires a generator; PGlite holds a whole result anyway.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("PGlite does not stream results.");
  }
}
