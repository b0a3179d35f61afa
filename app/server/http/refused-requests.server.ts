import type { IncomingMessage, ServerResponse } from "node:http";
import { fetchSite } from "remix-utils/sec-fetch";
import { sharePath } from "../../pwa/share-address.ts";

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

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** The sender signs the body. */
const webhook = "/api/paystack/webhook";

/** Mail programs post it with our signed token and without Origin (RFC 8058); pages of other sites send Origin. */
const mailedLink = "/unsubscribe";

/** React Router checks page routes only. `same-site` would allow foreign subdomains. */
export function crossSiteRefusal(request: Request, appUrl: string): Response | null {
  if (isTrusted(request, appUrl)) return null;
  const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  return Response.json({ error: "Cross-site request refused" }, { status: 403, headers });
}

function isTrusted(request: Request, appUrl: string): boolean {
  if (safeMethods.has(request.method.toUpperCase())) return true;
  const { pathname } = new URL(request.url);
  if (pathname === webhook || (pathname === mailedLink && !request.headers.has("Origin"))) return true;
  const site = fetchSite(request);
  // The share target receives posts from other apps on the device.
  if (site === "none") return pathname === sharePath;
  if (site !== null) return site === "same-origin";
  const own = new URL(appUrl).origin;
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin === own;
  // Text browsers send neither header; another site can omit its Referer, but cannot send ours.
  const referrer = request.headers.get("Referer") ?? "";
  return URL.canParse(referrer) && new URL(referrer).origin === own;
}

/** A proxy would make the embedded mailbox and checkout public. @throws a 403 response. */
export function refuseProxied({ headers }: Request, allowsEmbedded: boolean): void {
  const proxied = [...headers.keys()].some(
    (name) => name === "forwarded" || name === "via" || name.startsWith("x-forwarded-"),
  );
  if (proxied && !allowsEmbedded) throw new Response(null, { status: 403, statusText: "Forbidden" });
}
