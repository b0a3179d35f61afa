import { createHash } from "node:crypto";
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { loggedPath } from "./server/observability/redaction.ts";
import { DocumentContext, documentOf } from "./document.ts";
import { inlineScriptContext, inlineStyleContext, nonceContext } from "./server/http/security-headers.server.ts";
import { samePathContext } from "./server/http/page-cache.server.ts";
import type { loader as rootLoader } from "./root.tsx";
import productStyles from "./app.css?inline";
import landingStyles from "./ui/styles/landing.css?inline";
import publicStyles from "./ui/styles/public.css?inline";
import { landingScript } from "./inline-scripts.ts";
import { logContext, observationContext } from "./server/observability/observation.ts";
import { siteContext } from "./server/http/site.ts";
import { errorLoggedContext } from "./server/http/request-log.server.ts";

// The server outside this bundle must use the bundle's own context keys.
export { pageCache } from "./server/http/page-cache.server.ts";
export { setContexts } from "./contexts.server.ts";

const renderTimeoutMs = 5_000;

const hashed = (css: string) => ({ css, hash: hashOf(css) });

const landingScriptHash = hashOf(landingScript());

const styles = {
  landing: hashed(landingStyles),
  fullLanding: hashed(productStyles),
  public: hashed(publicStyles),
};

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { page, visitor, path } = read(entry);
  const pageStyles = page.frame !== "landing" ? styles.public : visitor ? styles.landing : styles.fullLanding;
  if (!page.hydrate) context.set(inlineStyleContext, pageStyles.hash);
  if (page.frame === "landing") context.set(inlineScriptContext, landingScriptHash);
  if (page.sameForVisitors && visitor) context.set(samePathContext, path);
  const nonce = page.hydrate ? context.get(nonceContext) : undefined;
  const { serviceWorker } = context.get(siteContext);
  const observation = context.get(observationContext);
  const rendered = new Promise<Response>((resolve, reject) => {
    let started = false;
    const { pipe, abort } = renderToPipeableStream(
      <DocumentContext value={{ nonce, styles: pageStyles.css, productStyles, serviceWorker }}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </DocumentContext>,
      {
        ...(nonce ? { nonce: { script: nonce, style: nonce } } : {}),
        // Waits for the whole page, as compression does anyway; late parts would shift painted content.
        onAllReady() {
          started = true;
          const body = new PassThrough();
          body.once("close", () => clearTimeout(timer));
          headers.set("Content-Type", "text/html; charset=utf-8");
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError(error: unknown) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error: unknown) {
          if (started) context.get(logContext).error({ err: error }, "rendering failed after it had started");
        },
      },
    );
    const timer = setTimeout(abort, renderTimeoutMs).unref();
  });
  return observation.timed("render", () => rendered);
}

function read({ staticHandlerContext: { matches, loaderData, errors }, routeModules }: EntryContext) {
  const root = loaderData["root"] as Awaited<ReturnType<typeof rootLoader>> | undefined;
  return {
    page: documentOf(matches.map(({ route }) => routeModules[route.id]?.handle)),
    visitor: errors === null && root?.member === null && root.toasts.length === 0,
    path: `/${matches.flatMap(({ route }) => route.path || []).join("/")}`,
  };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // Client errors go to the response, not to the log.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(logContext).error({ err: error, path: loggedPath(request) }, "unexpected error");
  context.set(errorLoggedContext, true);
};
