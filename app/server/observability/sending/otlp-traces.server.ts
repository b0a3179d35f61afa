import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { Running, Sink, Span } from "../observe.server.ts";
import { createSender } from "./sender.server.ts";

interface OtlpOptions {
  /** Without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  role: "web" | "worker";
  log: Pick<Logger, "warn">;
}

interface Ids {
  traceId: string;
  spanId: string;
}

/** OpenTelemetry's SpanKind and StatusCode (opentelemetry/proto/trace/v1/trace.proto). */
const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
const failedStatus = { code: 2 };

const untraced = new Set(["/healthz", "/readyz", "(file)", "(refused)"]);

/** Sends OTLP/HTTP JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp) without other attributes. */
export function otlpTraces({ endpoint, headers, role, log }: OtlpOptions): { sink: Sink; close: () => Promise<void> } {
  const sender = createSender<object>({
    to: "OpenTelemetry",
    everyMs: 5_000,
    maxWaiting: 2_048,
    log,
    requests: (spans) => [
      {
        url: `${endpoint}/v1/traces`,
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify({
          resourceSpans: [
            {
              resource: { attributes: attributes({ "service.name": `photogem-${role}` }) },
              scopeSpans: [{ scope: { name: "photogem" }, spans }],
            },
          ],
        }),
      },
    ],
  });
  const key = {};
  const idsOf = (running: Running) => {
    const existing = running.attachments.get(key) as Ids | undefined;
    const ids = existing ?? { traceId: hex(16), spanId: hex(8) };
    running.attachments.set(key, ids);
    return ids;
  };

  return {
    sink: {
      span: (running, { name, started, ended, failed, attributes: extra }: Span) => {
        if (!running) return;
        const { traceId, spanId: parentSpanId } = idsOf(running);
        const { provider, outcome } = extra;
        const spanAttributes: Record<string, string> = {
          ...(provider ? { "peer.service": provider } : {}),
          ...(outcome ? { "photogem.outcome": outcome } : {}),
        };
        sender.add({
          ...{
            traceId,
            spanId: hex(8),
            parentSpanId,
            name,
            kind: provider ? kinds.client : kinds.internal,
            ...times(started, ended),
          },
          attributes: attributes(spanAttributes),
          ...(failed ? { status: failedStatus } : {}),
        });
      },
      ended: (running, status) => {
        const { kind, method, route, started, id } = running;
        if (untraced.has(route)) return;
        const spanAttributes: Record<string, string | number> =
          kind === "request"
            ? {
                "http.request.method": method,
                "http.route": route,
                "http.response.status_code": status ?? 499,
                "photogem.request_id": id,
              }
            : { "messaging.operation.name": method, "messaging.destination.name": route };
        sender.add({
          ...idsOf(running),
          name: `${method} ${route}`,
          kind: kind === "request" ? kinds.server : kinds.consumer,
          ...times(started, performance.now()),
          attributes: attributes(spanAttributes),
          ...(status !== null && status >= 500 ? { status: failedStatus } : {}),
        });
      },
    },
    close: sender.close,
  };
}

const hex = (bytes: number) => randomBytes(bytes).toString("hex");

/** Nanoseconds since 1970 as text, since they exceed a number's precision. */
const times = (started: number, ended: number) => ({
  startTimeUnixNano: nanoseconds(started),
  endTimeUnixNano: nanoseconds(ended),
});
const nanoseconds = (time: number) => String(BigInt(Math.round((performance.timeOrigin + time) * 1_000)) * 1_000n);

const attributes = (values: Record<string, string | number>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
