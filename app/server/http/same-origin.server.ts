import { fetchSite } from "remix-utils/sec-fetch";
import { sharePath } from "../../pwa/share-address.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Routes whose callers are servers and prove themselves by a signature over the body. */
const signedCallers = new Set(["/api/paystack/webhook"]);

/**
 * The answer to an unsafe request that did not start on our own pages, or null for one that may pass. Asked before
 * React Router, for every route: React Router itself checks page routes only. Sibling subdomains are strangers too, so
 * `same-site` is not enough.
 */
export function crossSiteRefusal(request: Request, appUrl: string): Response | null {
  if (isTrusted(request, appUrl)) return null;
  const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  return Response.json({ error: "Cross-site request refused" }, { status: 403, headers });
}

function isTrusted(request: Request, appUrl: string): boolean {
  if (safeMethods.has(request.method.toUpperCase())) return true;
  if (signedCallers.has(new URL(request.url).pathname)) return true;
  const site = fetchSite(request);
  // A photo handed over by another app on the device comes from no page at all.
  if (site === "none") return new URL(request.url).pathname === sharePath;
  if (site !== null) return site === "same-origin";
  return request.headers.get("Origin") === new URL(appUrl).origin;
}
