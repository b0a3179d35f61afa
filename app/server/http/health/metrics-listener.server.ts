import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../../../config.server.ts";
import type { Metrics } from "../../observability/metrics/metrics.server.ts";
import type { PreparedServices } from "../../../services.server.ts";
import { readiness, takesVisitors } from "./health-checks.ts";

const unkept = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

type Observed = Pick<PreparedServices, "metrics" | "services">;

/** Serves `/metrics` and the detailed `/readyz` on the public port to bearers of the token. */
export function answeredMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  { metrics, services }: Observed,
  token: string | null,
): boolean {
  if (!metrics || token === null) return false;
  const path = pathOf(request);
  const authorized = isToken(request.headers.authorization, token);
  if (path === "/readyz" && authorized) {
    void answerReadiness(response, services);
    return true;
  }
  if (path !== "/metrics") return false;
  if (authorized) void answerScrape(response, metrics);
  else response.writeHead(401, { ...unkept, "WWW-Authenticate": "Bearer" }).end();
  return true;
}

/** Opens a separate port (METRICS_PORT) without a token, because platforms' scrapers send none. */
export async function listenForScrapes(
  { observability }: Pick<Config, "observability">,
  { metrics, services }: Observed,
): Promise<string[]> {
  if (!metrics || !observability.metrics || observability.metrics.port === null) return [];
  const { port, host } = observability.metrics;
  const server = createServer((request, response) => {
    const answer = request.method === "GET" || request.method === "HEAD" ? pathOf(request) : null;
    if (answer === "/metrics") return void answerScrape(response, metrics);
    if (answer === "/healthz") {
      const ok = takesVisitors(services);
      return response.writeHead(ok ? 200 : 503, unkept).end(ok ? "ok\n" : "not ok\n");
    }
    if (answer === "/readyz") return void answerReadiness(response, services);
    response.writeHead(answer === null ? 405 : 404, unkept).end();
  });
  server.headersTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  server.unref();
  return [
    `metrics    http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/metrics`,
  ];
}

async function answerReadiness(response: ServerResponse, services: Observed["services"]) {
  const { ready, ...parts } = await readiness(services);
  response
    .writeHead(ready ? 200 : 503, { ...unkept, "Content-Type": "application/json" })
    .end(JSON.stringify({ ready, ...parts }));
}

async function answerScrape(response: ServerResponse, metrics: Metrics) {
  try {
    const { contentType, text } = await metrics.scrape();
    response.writeHead(200, { ...unkept, "Content-Type": contentType }).end(text);
  } catch {
    response.writeHead(500, unkept).end();
  }
}

function isToken(authorization: string | undefined, token: string): boolean {
  const sent = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1];
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

const pathOf = ({ url = "" }: IncomingMessage) => url.split("?", 1)[0];
