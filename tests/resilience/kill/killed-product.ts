import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { bootstrapSql } from "../../../app/adapters/embedded/database/bootstrap.server.ts";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { openPostgresDatabase } from "../../../app/adapters/hosted/database/postgres-database.server.ts";
import { migrate } from "../../../app/server/database/migrate.server.ts";
import type { DB } from "../../../app/server/database/types.ts";
import type { GeminiServer } from "../../servers/gemini/gemini-server.ts";
import { emptyDatabase } from "../../database/engines.ts";
import { startPostgresCluster } from "../../database/throw-away-postgres.ts";
import { openParts } from "../product/embedded-parts.ts";
import { productProcess, type ServerProcess } from "../../../perf/servers/product.ts";

/** A product to kill, not yet started. */
export interface KilledProduct {
  name: string;
  url: string;
  gemini: GeminiServer;
  processes: { [target: string]: ServerProcess };
  targets: readonly [string, ...string[]];
  /** Runs `work` on the database while no process runs. */
  atRest<T>(work: (kysely: Kysely<DB>) => Promise<T>): Promise<T>;
}

/** Duration of a model call: long enough for a kill to hit it. */
const modelMs = 500;

/** One process on the embedded database, killed as a whole. */
export async function openEmbedded(closing: AsyncDisposableStack): Promise<KilledProduct> {
  const { url, gemini, environment } = await openKilled(closing);
  const whole = productProcess("web", environment);
  closing.defer(whole.kill);
  return {
    name: "embedded, one process",
    url,
    gemini,
    processes: { whole },
    targets: ["whole"],
    async atRest(work) {
      const { kysely, close } = await openPgliteDatabase(environment.DATA_DIR);
      return work(kysely).finally(close);
    },
  };
}

/** A web process and a worker on PostgreSQL, killed one at a time. Null where there is no PostgreSQL. */
export async function openOnPostgres(closing: AsyncDisposableStack): Promise<KilledProduct | null> {
  const database = await preparedDatabase(closing);
  if (!database) return null;
  const { url, gemini, environment } = await openKilled(closing);
  const hosted = {
    ...environment,
    DATABASE_URL: database.url,
    SESSION_SECRET: randomBytes(32).toString("hex"),
    WORKER: "none",
  };
  const [web, worker] = [productProcess("web", hosted), productProcess("worker", hosted)];
  for (const running of [web, worker]) closing.defer(running.kill);
  return {
    name: "PostgreSQL, web and worker",
    url,
    gemini,
    processes: { web, worker },
    targets: ["web", "worker"],
    atRest: (work) => work(database.kysely),
  };
}

async function openKilled(closing: AsyncDisposableStack) {
  const { gemini, port, environment } = await openParts(closing, modelMs);
  const url = `http://127.0.0.1:${port}`;
  const limits = { DAILY_GENERATIONS_PER_MEMBER: "1000", DAILY_GENERATIONS_WITHOUT_PURCHASE: "1000" };
  return { url, gemini, environment: { ...environment, ...limits, APP_URL: url, LOG_LEVEL: "error" } };
}

/** A migrated PostgreSQL, opened as its owner and removed by `closing`. Null where PostgreSQL is not installed. */
async function preparedDatabase(closing: AsyncDisposableStack) {
  const cluster = await startPostgresCluster();
  if (!cluster) return null;
  closing.defer(cluster.stop);
  const { url } = await emptyDatabase(cluster.url);
  const { kysely, withConnection, close } = openPostgresDatabase(url, 4);
  closing.defer(close);
  const bootstrap = await bootstrapSql();
  await withConnection((connection) => migrate(connection, { bootstrap }));
  return { url, kysely };
}
