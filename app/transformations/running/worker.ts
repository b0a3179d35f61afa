/** `npm run worker`: runs jobs beside web processes with `WORKER=none`, on one PostgreSQL. */
import { readConfig } from "../../config.server.ts";
import { listenForScrapes } from "../../server/http/health/metrics-listener.server.ts";
import { logUnhealthy } from "../../server/http/health/health-checks.ts";
import { logLibraries, stopOnSignal } from "../../server/process.server.ts";
import { prepareServices } from "../../services.server.ts";

try {
  await work();
} catch (error) {
  process.stderr.write(`Photogem's worker did not start.\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function work() {
  const config = readConfig();
  if (config.database.kind === "embedded") {
    throw new Error(
      "The embedded database belongs to one process: npm start runs the jobs too. Set DATABASE_URL to run workers.",
    );
  }
  const prepared = await prepareServices(config, "worker");
  logLibraries(prepared.services.log);
  const scrapes = await listenForScrapes(config, prepared);
  stopOnSignal(prepared, null);
  const parts = await prepared.start();
  process.stdout.write(`${[...parts, ...scrapes].join("\n")}\nworking\n`);
  await logUnhealthy(prepared.services.partChecks);
}
