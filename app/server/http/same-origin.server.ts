import { fetchSite } from "remix-utils/sec-fetch";
import { sharePath } from "../../pwa/share-address.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Callers of these routes sign the body. */
const signedCallers = new Set(["/api/paystack/webhook"]);

/** React Router checks page routes only. `same-site` would admit foreign subdomains. */
export function crossSiteRefusal(request: Request, appUrl: string): Response | null {
  if (isTrusted(request, appUrl)) return null;
  const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  return Response.json({ error: "Cross-site request refused" }, { status: 403, headers });
}

function isTrusted(request: Request, appUrl: string): boolean {
  if (safeMethods.has(request.method.toUpperCase())) return true;
  if (signedCallers.has(new URL(request.url).pathname)) return true;
  const site = fetchSite(request);
  // The share target receives posts from other apps on the device.
  if (site === "none") return new URL(request.url).pathname === sharePath;
  if (site !== null) return site === "same-origin";
  return request.headers.get("Origin") === new URL(appUrl).origin;
}
