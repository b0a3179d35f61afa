import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { PreparedServices } from "../services.server.ts";
import type { Logger } from "pino";
import { withoutPersonalData } from "./observability/redaction.ts";

const methods = ["debug", "log", "info", "warn", "error"] as const;

/** Logs at level info, because anyone can cause Supabase's warnings with a broken cookie. */
export function logLibraries(log: Pick<Logger, "info">, { console } = globalThis): void {
  for (const method of methods) {
    console[method] = (...args: unknown[]) => log.info({ text: args.map(inShort).join(" ") }, "a library logged");
  }
}

function inShort(text: unknown): string {
  if (text instanceof Error) return `${text.name}: ${inShort(text.message)}`;
  return typeof text === "string"
    ? withoutPersonalData(text.slice(0, 1_000).split("\n", 1)[0] ?? "").slice(0, 200)
    : `(${typeof text})`;
}

const requestGraceMs = 20_000;
/** Below the 60 s of docs/product/quality.md, "Reliability". */
const graceMs = 55_000;

/** Lets running work end or return to the queue, then exits with 0. A worker has no `server`. */
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
