import type { IncomingMessage, ServerResponse } from "node:http";

const methods = ["GET", "HEAD", "POST"];

/**
 * Answers what no page of ours is for, before anything else looks at it: other methods (React Router would treat any
 * unsafe one as POST), addresses that are no path, and, with `ownHosts`, a Host that is not ours. True when answered.
 */
export function rejectRequest(
  request: IncomingMessage,
  response: ServerResponse,
  ownHosts: Set<string> | null,
): boolean {
  const refuse = (status: number, headers: Record<string, string> = {}) => {
    response.writeHead(status, { ...headers, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" }).end();
    return true;
  };
  if (!request.url?.startsWith("/")) return refuse(400);
  const isServed = methods.includes(request.method ?? "") || (request.method === "DELETE" && isPicture(request.url));
  if (!isServed) return refuse(405, { Allow: methods.join(", ") });
  // A page elsewhere can point its own name at this machine; the embedded parts are for whoever sits at it.
  if (ownHosts && !ownHosts.has(hostName(request.headers.host))) return refuse(421);
  return false;
}

/** The one thing that has a method of its own to delete it. */
const isPicture = (url: string) =>
  url.startsWith("/api/images/") && new URL(url, "http://own.invalid").pathname.startsWith("/api/images/");

/** The names under which a process with embedded parts may be spoken to. */
export function ownHostNames(appUrl: string): Set<string> {
  return new Set(["localhost", "127.0.0.1", "[::1]", new URL(appUrl).hostname]);
}

const hostName = (host = "") => host.toLowerCase().replace(/:\d+$/, "");
