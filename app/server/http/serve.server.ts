import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { type Config, readConfig } from "../../config.server.ts";
import { currencyIn } from "../../gems/currency/currency.ts";
import { type PreparedServices, prepareServices } from "../../services.server.ts";
import { answeredMetrics, listenForScrapes } from "./health/metrics-listener.server.ts";
import { observedRequest, outsideRoutes, serverTiming } from "./observed-request.server.ts";
import { logLibraries, stopOnSignal } from "../process.server.ts";
import { logUnhealthy } from "./health/health-checks.ts";
import { drainUnreadBody, limitBodyTime, maxBodyMs } from "./bodies/time-limits.server.ts";
import { compressed } from "./compression.server.ts";
import { formProofs } from "./form-proofs.server.ts";
import { loggedPath } from "../observability/redaction.ts";
import { allowedHostNames, crossSiteRefusal, rejectRequest } from "./refused-requests.server.ts";
import { errorResponse, refusalResponse } from "./error-response.server.ts";
import sirv, { type Options } from "sirv";
import { transportSecurity } from "./security-headers.server.ts";

/** Starts the web process. @throws with a message for the operator. */
export async function serve({ dev }: { dev: boolean }) {
  const config = readConfig();
  const server = createServer({ connectionsCheckingInterval: 4_000 });
  const { loadBuild, assets } = dev ? await developmentBuild(server) : await productionBuild(config);
  const prepared = await prepareServices(config, "web");
  const { observer, services } = prepared;
  if (!dev) logLibraries(services.log);
  const app = createRequestListener(appHandler(loadBuild, prepared, dev), {
    host: new URL(config.appUrl).host,
    protocol: new URL(config.appUrl).protocol,
    onError: (error) => {
      services.log.error({ err: error }, "request could not be handled");
      return new Response(`Internal Server Error (request ${observer.requestId()})`, { status: 500 });
    },
  });
  const { mailbox, sandbox } = services;
  const ownHosts = mailbox || sandbox ? allowedHostNames(config.appUrl) : null;
  const token = config.observability.metrics?.token ?? null;
  server.on("request", (request, response) => {
    observedRequest(observer, config.trustedProxy, request, response, () => {
      if (rejectRequest(request, response, ownHosts)) return;
      if (answeredMetrics(request, response, prepared, token)) return;
      drainUnreadBody(request, response);
      limitBodyTime(request);
      observer.matched(outsideRoutes.file);
      assets(request, response, () => app(request, response));
    });
  });
  server.requestTimeout = maxBodyMs;
  // Together with the check interval, an incomplete header ends within 15 s.
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.port, config.host, resolve);
  });
  const scrapes = await listenForScrapes(config, prepared);
  stopOnSignal(prepared, server);
  await pause(greetingMs);
  const parts = await prepared.start();
  process.stdout.write(`${[...parts, ...scrapes].join("\n")}\nready      ${config.appUrl}\n`);
  await logUnhealthy(prepared.services.partChecks);
}

/** Opening PGlite blocks the event loop for 250 ms; this lets waiting clients get their response first. */
const greetingMs = 100;

type LoadBuild = () => Promise<ServerBuild> | ServerBuild;

type PhotogemEntry = typeof import("../../entry.server.tsx");

function appHandler(loadBuild: LoadBuild, { services, observer }: PreparedServices, dev: boolean) {
  const handle = createRequestHandler(async () => loadBuild(), dev ? "development" : "production");
  const proofs = formProofs(services);
  return async (request: Request, client: { address: string }) => {
    observer.matched(outsideRoutes.page);
    const entry = (await loadBuild()).entry.module as unknown as PhotogemEntry;
    const { pageCache, setContexts } = entry;
    const clientAddress = services.clientAddress(request, client.address);
    const localCurrency = currencyIn(await services.countries.known(clientAddress));
    const answer = (request: Request, failure: 403 | 500 | null = null) => {
      const context = new RouterContextProvider();
      setContexts(context, services, { clientAddress, localCurrency, failure });
      return handle(request, context);
    };
    const refusal = (await proofs.holds(request)) ? null : crossSiteRefusal(request, services.appUrl);
    if (refusal) {
      services.log.warn({ path: loggedPath(request) }, "refused a cross-site request");
      return compressed(request, await refusalResponse(request, refusal, answer));
    }
    const cached = !proofs.isFor(request) && pageCache.cached(request, localCurrency);
    if (cached) {
      observer.matched(new URL(request.url).pathname);
      services.log.info({ method: request.method, path: loggedPath(request), status: cached.status, ms: 0 }, "request");
      return compressed(request, cached);
    }
    const response = await errorResponse(request, await answer(request), answer);
    const running = observer.running();
    const answered = { method: request.method, cacheControl: response.headers.get("Cache-Control") };
    const timing = running && serverTiming(answered, running.parts, performance.now() - running.started);
    if (timing) response.headers.set("Server-Timing", timing);
    return compressed(request, await proofs.inForms(request, response));
  };
}

async function productionBuild({ serviceWorker, appUrl }: Config) {
  const build = (await import(new URL("../../../build/server/index.js", import.meta.url).href)) as ServerBuild;
  const directory = new URL("../../../build/client", import.meta.url).pathname;
  return {
    loadBuild: () => build,
    assets: staticFiles(directory, { serviceWorker, https: appUrl.startsWith("https:") }),
  };
}

/** Hot reload uses the product's own port, so that two development servers do not share Vite's. */
async function developmentBuild(server: Server) {
  const { createServer: createVite, isRunnableDevEnvironment } = await import("vite");
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error("Vite has no runnable server environment");
  const loadBuild = () => ssr.runner.import("virtual:react-router/server-build") as Promise<ServerBuild>;
  return {
    loadBuild,
    assets: vite.middlewares as unknown as (...args: [...Parameters<RequestListener>, () => void]) => void,
  };
}

const year = 31_536_000;

/** Serves the precompressed client build; without `serviceWorker`, /sw.js unregisters itself. */
function staticFiles(
  directory: string,
  { serviceWorker, https }: { serviceWorker: boolean; https: boolean },
): (...args: [...Parameters<RequestListener>, () => void]) => void {
  const options: Options = {
    brotli: true,
    gzip: true,
    dotfiles: false,
    setHeaders(response, path) {
      response.setHeader("Cache-Control", cacheControl(path));
      // sirv has no type for .ico, and `nosniff` would make browsers reject the file.
      if (path.endsWith(".ico")) response.setHeader("Content-Type", "image/x-icon");
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
      if (https) response.setHeader("Strict-Transport-Security", transportSecurity);
      response.removeHeader("X-Request-Id");
    },
  };
  const revalidated = sirv(directory, { ...options, etag: true });
  const immutable = sirv(directory, options);
  return (request, response, next) => {
    if (!serviceWorker && request.url?.split("?")[0] === "/sw.js") request.url = "/sw-retired.js";
    // Files are small, and sirv throws on a range whose end precedes its start.
    delete request.headers.range;
    // A file that disappears under a running server ends one response, not the process.
    response.on("pipe", (source) => source.on("error", () => response.destroy()));
    (request.url?.startsWith("/assets/") ? immutable : revalidated)(request, response, next);
  };
}

/** Browsers must revalidate the worker each time. */
function cacheControl(path: string): string {
  if (/^\/sw(-retired)?\.js$/.test(path)) return "no-cache";
  return path.startsWith("/assets/") ? `public, max-age=${year}, immutable` : "public, max-age=3600";
}
