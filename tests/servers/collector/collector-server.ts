import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface CollectorServer {
  url: string;
  /** `http://<key>@<host>/<project>`. */
  sentryDsn: string;
  received: Received[];
  close(): Promise<void>;
}

/** Accepts and records every request that an OpenTelemetry collector or Sentry would accept. */
export async function startCollectorServer(): Promise<CollectorServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? "", headers: request.headers, body });
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sentryDsn: `http://publickey@127.0.0.1:${port}/42`,
    received,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
