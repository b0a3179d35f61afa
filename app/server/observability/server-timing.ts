import type { TimedPart } from "./observation.ts";

/**
 * The `Server-Timing` of an answer (https://www.w3.org/TR/server-timing/): whole milliseconds per part and in all. Null
 * where there is to be none: on whatever may be kept by a cache, whose time it would not be, and on answers to anything
 * but a reading request, since the exact time of a sign-in says whether the address is known.
 */
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
