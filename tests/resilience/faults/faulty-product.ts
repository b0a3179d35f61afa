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
import { type ProductProcess, productProcess } from "../product/product-process.ts";
import { type Line, openLine } from "./faulty-connection.ts";

type Part = "database" | "identity" | "images" | "engine" | "payments" | "mail";

/** The hosted product, a web process and a worker, with a line to every service that may be disturbed. */
export interface FaultyProduct {
  url: string;
  services: HostedServices;
  lines: Record<Part, Line>;
  /** The owner's own connection, which no fault touches. */
  kysely: Kysely<DB>;
  web: ProductProcess;
  worker: ProductProcess;
  environment: Record<string, string>;
}

/** @throws where there is no PostgreSQL. */
export async function openFaultyProduct(closing: AsyncDisposableStack): Promise<FaultyProduct> {
  const services = await startHostedServices();
  closing.defer(services.stop);
  const { environment, appUrl } = services;
  const own = { ...process.env, ...environment };
  await promisify(execFile)(process.execPath, [join(project, "app/server/database/migrate.ts")], {
    env: own,
    cwd: project,
  });
  const { kysely, close } = openPostgresDatabase(services.database.superuserUrl, 3);
  closing.defer(close);
  const through: Record<string, string> = {};
  const lineFor = async (name: string): Promise<Line> => {
    const value = environment[name] ?? "";
    const port = Number(/(?:127\.0\.0\.1|localhost):(\d+)/.exec(value)?.[1]);
    const line = await openLine(port);
    closing.defer(line.close);
    through[name] = value.replaceAll(`:${port}`, `:${line.port}`);
    return line;
  };
  const lines = {
    database: await lineFor("DATABASE_URL"),
    identity: await lineFor("SUPABASE_URL"),
    images: await lineFor("CLOUDINARY_URL"),
    engine: await lineFor("GEMINI_BASE_URL"),
    payments: await lineFor("PAYSTACK_API_URL"),
    mail: await lineFor("SMTP_URL"),
  };
  const dataDirectory = await mkdtemp(join(tmpdir(), "photogem-faults-"));
  closing.defer(() => rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 }));
  const given = { ...environment, ...through, DATA_DIR: dataDirectory, WORKER: "none", LOG_LEVEL: "warn" };
  const [web, worker] = [productProcess("web", given), productProcess("worker", given)];
  for (const running of [web, worker]) closing.defer(running.kill);
  await Promise.all([web.start(), worker.start()]);
  return { url: appUrl, services, lines, kysely, web, worker, environment: given };
}
