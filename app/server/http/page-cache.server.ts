import { createContext, type MiddlewareFunction } from "react-router";
import type { Currency } from "../../gems/currency/currency.ts";
import { localCurrencyContext } from "../../services.ts";
import { acceptedEncoding, packedOnce } from "./compression.server.ts";

/**
 * Set by a page that is the same for every visitor: the address its route declares. Other spellings of that address
 * (React Router matches /TERMS and /terms/ too) are answered but not kept, so that nobody can fill the memory.
 */
export const samePathContext = createContext<string | null>(null);

/** The middleware that keeps pages, and what it has kept for a request; null when there is none. */
type VisitorPages = MiddlewareFunction<Response> & { kept: (request: Request, currency: Currency) => Response | null };

interface KeptPage {
  headers: [string, string][];
  bodies: Record<"br" | "gzip" | "identity", Uint8Array<ArrayBuffer>>;
}

/**
 * Keeps pages that are the same for every visitor in memory, packed as small as they go, for as long as the process
 * runs; one for each currency prices are shown in. What is asked for with a cookie or a query is neither kept nor answered from here; nor is an answer kept that
 * failed, sets a cookie or is no HTML. Stands outside the security headers, so that they are kept with the page, and
 * inside the request log, which sees every request.
 */
export function visitorPages(pack = packedOnce): VisitorPages {
  /** Null while a page is being packed. */
  const pages = new Map<string, KeptPage | null>();
  const kept: VisitorPages["kept"] = (request, currency) => {
    const page = pages.get(`${currency} ${visitedPath(request) ?? ""}`);
    return page ? answer(request, page) : null;
  };
  const keep: MiddlewareFunction<Response> = async ({ request, context }, next) => {
    const path = visitedPath(request);
    if (path === null) return next();
    const currency = context.get(localCurrencyContext);
    const made = kept(request, currency);
    if (made) return made;
    const key = `${currency} ${path}`;
    const response = await next();
    const same = request.method === "GET" && context.get(samePathContext) === path && mayBeKept(response);
    if (!same || pages.has(key)) return response;
    pages.set(key, null);
    const html = new Uint8Array(await response.arrayBuffer());
    const headers = [...response.headers];
    // Whoever came first does not wait for the packing.
    pack(Buffer.from(html)).then(
      ({ br, gzip }) =>
        pages.set(key, { headers, bodies: { br: new Uint8Array(br), gzip: new Uint8Array(gzip), identity: html } }),
      () => pages.delete(key),
    );
    return new Response(html, response);
  };
  return Object.assign(keep, { kept });
}

/** This process's pages: kept by root.tsx, and answered by the server before React Router matches its many routes. */
export const keptPages = visitorPages();

/** The path of a page asked for without anything that could make it somebody's own. */
function visitedPath(request: Request): string | null {
  if ((request.method !== "GET" && request.method !== "HEAD") || request.headers.has("Cookie")) return null;
  const { pathname, search } = new URL(request.url);
  return search ? null : pathname;
}

const mayBeKept = ({ status, headers }: Response) =>
  status === 200 && !headers.has("Set-Cookie") && (headers.get("Content-Type")?.startsWith("text/html") ?? false);

function answer(request: Request, { headers, bodies }: KeptPage): Response {
  const encoding = acceptedEncoding(request.headers.get("Accept-Encoding") ?? "");
  const body = bodies[encoding ?? "identity"];
  const response = new Response(request.method === "HEAD" ? null : body, { headers });
  response.headers.set("Content-Length", String(body.length));
  if (encoding) {
    response.headers.set("Content-Encoding", encoding);
    response.headers.append("Vary", "Accept-Encoding");
  }
  return response;
}
