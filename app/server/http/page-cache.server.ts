import { createContext, type MiddlewareFunction } from "react-router";
import { type Currency, localCurrencyContext } from "../../gems/currency/currency.ts";
import { acceptedEncoding, compressedForCache } from "./compression.server.ts";

/** The route's declared address; other spellings (/TERMS, /terms/) are not cached. */
export const samePathContext = createContext<string | null>(null);

type VisitorPages = MiddlewareFunction<Response> & {
  cached: (request: Request, currency: Currency) => Response | null;
};

interface CachedPage {
  headers: [string, string][];
  bodies: Record<"br" | "gzip" | "identity", Uint8Array<ArrayBuffer>>;
}

/** Caches one page per currency and `Save-Data`, without cookies or queries; runs inside the request log. */
export function visitorPages(pack = compressedForCache): VisitorPages {
  const pages = new Map<string, CachedPage | null>();
  const cached: VisitorPages["cached"] = (request, currency) => {
    const page = pages.get(keyOf(request, currency, visitedPath(request) ?? ""));
    return page ? answer(request, page) : null;
  };
  const middleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
    const path = visitedPath(request);
    if (path === null) return next();
    const currency = context.get(localCurrencyContext);
    const made = cached(request, currency);
    if (made) return made;
    const key = keyOf(request, currency, path);
    const response = await next();
    const same = request.method === "GET" && context.get(samePathContext) === path && isCacheable(response);
    if (!same || pages.has(key)) return response;
    pages.set(key, null);
    const html = new Uint8Array(await response.arrayBuffer());
    const headers = [...response.headers];
    pack(Buffer.from(html)).then(
      ({ br, gzip }) =>
        pages.set(key, { headers, bodies: { br: new Uint8Array(br), gzip: new Uint8Array(gzip), identity: html } }),
      () => pages.delete(key),
    );
    return new Response(html, response);
  };
  return Object.assign(middleware, { cached });
}

/** root.tsx fills it; the server reads it before React Router matches a route. */
export const pageCache = visitorPages();

const keyOf = ({ headers }: Request, currency: Currency, path: string) =>
  `${currency} ${headers.get("Save-Data") === "on"} ${path}`;

function visitedPath(request: Request): string | null {
  if ((request.method !== "GET" && request.method !== "HEAD") || request.headers.has("Cookie")) return null;
  const { pathname, search } = new URL(request.url);
  return search ? null : pathname;
}

const isCacheable = ({ status, headers }: Response) =>
  status === 200 && !headers.has("Set-Cookie") && (headers.get("Content-Type")?.startsWith("text/html") ?? false);

function answer(request: Request, { headers, bodies }: CachedPage): Response {
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
