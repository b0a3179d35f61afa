import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import type { DB } from "../../../app/server/database/types.ts";
import { type GeminiServer, startGeminiServer } from "../../../tests/servers/gemini/gemini-server.ts";
import { freePort } from "../../free-port.ts";
import { preparedDatabase, type PreparedDatabase } from "../product/prepared-database.ts";
import { productProcess, type ServerProcess } from "../../../perf/servers/product.ts";
import { PgBoss } from "pg-boss";

/** A product that is going to be killed, not yet started. */
export interface KilledProduct {
  name: string;
  url: string;
  gemini: GeminiServer;
  processes: { [target: string]: ServerProcess };
  targets: readonly [string, ...string[]];
  /** Works on the database while no process runs. */
  atRest<T>(work: (kysely: Kysely<DB>) => Promise<T>): Promise<T>;
  /** Lets the time pass in which a killed worker is missed; to be called while there is none. */
  missKilled(): Promise<void>;
}

/** How long the model takes: long enough to be killed in it. */
const modelMs = 500;

/** One process on the embedded database, killed as a whole. */
export async function openEmbedded(closing: AsyncDisposableStack): Promise<KilledProduct> {
  const { url, gemini, environment } = await openParts(closing);
  const whole = productProcess("web", environment);
  closing.defer(whole.kill);
  return {
    name: "embedded, one process",
    url,
    gemini,
    processes: { whole },
    targets: ["whole"],
    async atRest(work) {
      const { kysely, close } = await openPgliteDatabase(environment["DATA_DIR"] ?? "");
      return work(kysely).finally(close);
    },
    // The next process knows that it is alone, and frees the jobs at once.
    missKilled: async () => {},
  };
}

/** A web process and a worker on PostgreSQL, killed one at a time. Null where there is no PostgreSQL. */
export async function openOnPostgres(closing: AsyncDisposableStack): Promise<KilledProduct | null> {
  const database = await preparedDatabase(closing);
  if (!database) return null;
  const { url, gemini, environment } = await openParts(closing);
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
    missKilled: () => letMissedHeartbeatsBeSeen(database),
  };
}

async function openParts(closing: AsyncDisposableStack) {
  const dataDirectory = await mkdtemp(join(tmpdir(), "photogem-kill-"));
  closing.defer(() => rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 }));
  const gemini = await startGeminiServer();
  closing.defer(gemini.close);
  gemini.behave({ how: "make", make: "jpeg", afterMs: modelMs });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDirectory,
    LOG_LEVEL: "error",
    GEMINI_API_KEY: gemini.apiKey,
    GEMINI_IMAGE_MODEL: gemini.model,
    GEMINI_BASE_URL: gemini.baseUrl,
    DAILY_GENERATIONS_PER_MEMBER: "1000",
    DAILY_GENERATIONS_WITHOUT_PURCHASE: "1000",
  };
  return { url, gemini, environment };
}

/** The jobs' last heartbeat becomes an old one, and pg-boss looks for such jobs now. Samples do this instead of waiting. */
async function letMissedHeartbeatsBeSeen({ kysely, url }: PreparedDatabase) {
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`.execute(
    kysely,
  );
  await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`.execute(kysely);
  const boss = new PgBoss({ connectionString: url, schedule: false, supervise: false, max: 1 });
  boss.on("error", () => {});
  await boss.start();
  await boss.supervise();
  await boss.stop({ graceful: false });
}
