import type { Server } from "node:http";
import type { PreparedServices } from "../services.server.ts";

/** How long running requests and jobs may take to end after SIGTERM (quality.md, Reliability). */
const graceMs = 55_000;

/** On SIGTERM or SIGINT: not ready, no new connections, running work ends or goes back to the queue, then exit 0. */
export function stopOnSignal(server: Server, running: PreparedServices) {
  const stop = async () => {
    running.services.draining = true;
    const late = setTimeout(() => process.exit(1), graceMs);
    late.unref();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await closed;
    await running.stop();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());
}
