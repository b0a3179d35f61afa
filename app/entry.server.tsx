import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from "react-router";
import { requestIdContext } from "./http/request-log.server.ts";
import { nonceContext, servicesContext } from "./services.ts";
import { DocumentContext } from "./document.ts";
import landingStyles from "./ui/styles/landing-page.css?inline";
import publicStyles from "./ui/styles/public.css?inline";

// The server outside this bundle fills these; it must use the bundle's own keys.
export { clientAddressContext, servicesContext } from "./services.ts";

const renderTimeoutMs = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  const userAgent = request.headers.get("User-Agent");
  // Loaders await their data, so that a page without scripts is whole; streaming only starts the bytes earlier.
  const ready = userAgent && isbot(userAgent) ? "onAllReady" : "onShellReady";
  return new Promise((resolve, reject) => {
    let started = false;
    const { pipe, abort } = renderToPipeableStream(
      <DocumentContext value={{ nonce, styles: { landing: landingStyles, public: publicStyles } }}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </DocumentContext>,
      {
        nonce,
        [ready]() {
          started = true;
          const body = new PassThrough();
          headers.set("Content-Type", "text/html; charset=utf-8");
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
        onError(error: unknown) {
          if (started) context.get(servicesContext).log.error({ err: error }, "rendering failed after it had started");
        },
      },
    );
    setTimeout(abort, renderTimeoutMs).unref();
  });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const path = new URL(request.url).pathname;
  context.get(servicesContext).log.error({ err: error, id: context.get(requestIdContext), path }, "unexpected error");
};
