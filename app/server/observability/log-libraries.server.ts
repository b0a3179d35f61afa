import type { Logger } from "pino";
import { withoutPersonalData } from "./redaction.ts";

const methods = ["debug", "log", "info", "warn", "error"] as const;

/** Level info: anyone can provoke Supabase's warnings by sending a broken cookie. */
export function logLibraries(log: Pick<Logger, "info">, { console } = globalThis): void {
  for (const method of methods) {
    console[method] = (...args: unknown[]) => log.info({ said: args.map(inShort).join(" ") }, "a library said");
  }
}

function inShort(said: unknown): string {
  if (said instanceof Error) return `${said.name}: ${inShort(said.message)}`;
  return typeof said === "string"
    ? withoutPersonalData(said.slice(0, 1_000).split("\n", 1)[0] ?? "").slice(0, 200)
    : `(${typeof said})`;
}
