import type { TimedPart } from "./observation.ts";

/** Null on cacheable responses and on posts, whose time reveals whether an address is known. */
export function serverTiming(
  answered: { method: string; cacheControl: string | null },
  parts: Partial<Record<TimedPart, number>>,
  total: number,
): string | null {
  const reads = answered.method === "GET" || answered.method === "HEAD";
  if (!reads || !answered.cacheControl?.includes("no-store")) return null;
  const entries = [...Object.entries(parts), ["total", total] as const];
  return entries.map(([name, milliseconds]) => `${name};dur=${Math.round(milliseconds)}`).join(", ");
}
