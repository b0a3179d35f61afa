import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { PreparedServices } from "../../services.server.ts";

/** How long running requests may take to end after SIGTERM; then their connections are cut. */
const requestGraceMs = 20_000;
/** How long everything may take (docs/product/quality.md, "Reliability": 60 s). */
const graceMs = 55_000;

/**
 * On SIGTERM or SIGINT: not ready, no new connections, no new jobs; running work ends or goes back to the queue, then
 * exit 0. One slow request does not keep the jobs or the database from ending well. A worker has no `server`.
 */
export function stopOnSignal(prepared: PreparedServices, server: Server | null) {
  const stop = async () => {
    prepared.services.draining = true;
    setTimeout(() => process.exit(1), graceMs).unref();
    await Promise.all([server && endRequests(server), prepared.stopJobs()]);
    await prepared.stop();
  };
  const failed = (error: unknown) => {
    prepared.services.log.error({ err: error }, "did not stop well");
    process.exit(1);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => void stop().then(() => process.exit(0), failed));
  }
}

async function endRequests(server: Server) {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await Promise.race([closed, pause(requestGraceMs)]);
  server.closeAllConnections();
}
