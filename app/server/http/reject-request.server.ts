import type { IncomingMessage, ServerResponse } from "node:http";

const methods = ["GET", "HEAD", "POST"];

/** Refuses unknown methods, malformed addresses and, with `allowedHosts`, foreign hosts. */
export function rejectRequest(
  request: IncomingMessage,
  response: ServerResponse,
  allowedHosts: Set<string> | null,
): boolean {
  const refuse = (status: number, headers: Record<string, string> = {}) => {
    response.writeHead(status, { ...headers, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" }).end();
    return true;
  };
  if (!request.url?.startsWith("/")) return refuse(400);
  const isServed = methods.includes(request.method ?? "") || (request.method === "DELETE" && isPicture(request.url));
  if (!isServed) return refuse(405, { Allow: methods.join(", ") });
  // Guards against DNS rebinding: embedded services only answer local host names.
  if (allowedHosts && !allowedHosts.has(hostName(request.headers.host))) return refuse(421);
  return false;
}

const isPicture = (url: string) =>
  url.startsWith("/api/images/") && new URL(url, "http://own.invalid").pathname.startsWith("/api/images/");

export function allowedHostNames(appUrl: string): Set<string> {
  return new Set(["localhost", "127.0.0.1", "[::1]", new URL(appUrl).hostname]);
}

const hostName = (host = "") => host.toLowerCase().replace(/:\d+$/, "");
