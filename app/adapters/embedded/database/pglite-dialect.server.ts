import type { PGlite, Transaction as PGliteTransaction } from "@electric-sql/pglite";
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";

/**
 * Kysely's own PGlite dialect shares one connection object, so a query of another request runs inside an open
 * transaction and under its role: rows leak between members (docs/decisions/0003). Here they take PGlite's mutex.
 */
export function pgliteDialect(pglite: PGlite): Dialect {
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

  // oxlint-disable-next-line require-yield -- Kysely asks for a generator; PGlite holds a whole result anyway.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("PGlite does not stream results.");
  }
}
