import type { IncomingMessage, ServerResponse } from "node:http";
import type { Observer } from "../observability/observe.server.ts";
import type { TimedPart } from "../observability/observation.ts";

const methods = new Set(["GET", "HEAD", "POST", "DELETE"]);

export const outsideRoutes = { refused: "(refused)", file: "(file)", page: "(page)" } as const;

/** Assigns the request id, returns it in a header, and records the response. */
export function observedRequest(
  observer: Observer,
  trustedProxy: "fly" | null,
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => void,
): void {
  const id = requestIdOf(request.headers, trustedProxy);
  const { method = "" } = request;
  response.setHeader("X-Request-Id", id);
  const observed = {
    id,
    kind: "request",
    method: methods.has(method) ? method : "other",
    route: outsideRoutes.refused,
  } as const;
  observer.begin(observed, (running) => {
    response.once("close", () => observer.end(running, response.writableEnded ? response.statusCode : null));
    answer();
  });
}

/** Returns the trusted proxy's id (Fly: `Fly-Request-Id`, a ULID and a region), otherwise a new one. */
export function requestIdOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  trustedProxy: "fly" | null,
): string {
  const proxyId = trustedProxy === "fly" ? headers["fly-request-id"] : undefined;
  return typeof proxyId === "string" && /^[\w-]{8,64}$/.test(proxyId) ? proxyId : crypto.randomUUID();
}

/** Returns null for cacheable responses and for posts, whose time reveals whether an address is known. */
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
