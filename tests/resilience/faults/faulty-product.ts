import { mkdtemp, rm } from "node:fs/promises";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Kysely } from "kysely";
import { openPostgresDatabase } from "../../../app/adapters/hosted/database/postgres-database.server.ts";
import type { DB } from "../../../app/server/database/types.ts";
import { type HostedServices, startHostedServices } from "../../../tests/servers/hosted-services.ts";
import { project } from "../../../perf/servers/product.ts";
import { productProcess, type ServerProcess } from "../../../perf/servers/product.ts";
import { type Connection, openConnection } from "./faulty-connection.ts";

export type Part = "database" | "identity" | "images" | "engine" | "payments" | "mail";

/** The hosted product, a web process and a worker, with a connection to every service that tests can disturb. */
export interface FaultyProduct {
  url: string;
  services: HostedServices;
  connections: Record<Part, Connection>;
  /** The owner's own connection, which no fault affects. */
  kysely: Kysely<DB>;
  web: ServerProcess;
  worker: ServerProcess;
  environment: Record<string, string>;
}

/** @throws without PostgreSQL. */
export async function openFaultyProduct(closing: AsyncDisposableStack): Promise<FaultyProduct> {
  const services = await startHostedServices();
  closing.defer(services.stop);
  const { environment, appUrl } = services;
  await promisify(execFile)(process.execPath, [join(project, "app/server/database/migrate.ts")], {
    env: { ...process.env, ...environment },
  });
  const { kysely, close } = openPostgresDatabase(services.database.superuserUrl, 3);
  closing.defer(close);
  const through: Record<string, string> = {};
  const connectionFor = async (name: string): Promise<Connection> => {
    const value = environment[name] ?? "";
    const port = Number(/(?:127\.0\.0\.1|localhost):(\d+)/.exec(value)?.[1]);
    const connection = await openConnection(port);
    closing.defer(connection.close);
    through[name] = value.replaceAll(`:${port}`, `:${connection.port}`);
    return connection;
  };
  const connections = {
    database: await connectionFor("DATABASE_URL"),
    identity: await connectionFor("SUPABASE_URL"),
    images: await connectionFor("CLOUDINARY_URL"),
    engine: await connectionFor("GEMINI_BASE_URL"),
    payments: await connectionFor("PAYSTACK_API_URL"),
    mail: await connectionFor("SMTP_URL"),
  };
  const dataDirectory = await mkdtemp(join(tmpdir(), "photogem-faults-"));
  closing.defer(() => rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 }));
  const settings = { ...environment, ...through, DATA_DIR: dataDirectory, WORKER: "none", LOG_LEVEL: "warn" };
  const [web, worker] = [productProcess("web", settings), productProcess("worker", settings)];
  for (const running of [web, worker]) closing.defer(running.kill);
  await Promise.all([web.start(), worker.start()]);
  return { url: appUrl, services, connections, kysely, web, worker, environment: settings };
}
