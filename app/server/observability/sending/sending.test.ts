import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startCollectorServer, type CollectorServer } from "../../../../tests/servers/collector/collector-server.ts";
import { openObservability } from "../open-observability.server.ts";

const nothing = { backlog: () => Promise.reject(new Error("no database")), pool: () => null };
const silent = { write: () => {} };
let collector: CollectorServer;
beforeEach(async () => {
  collector = await startCollectorServer();
});
afterEach(() => collector.close());

const open = () =>
  openObservability(
    {
      observability: {
        metrics: null,
        traces: { endpoint: collector.url, headers: { "x-api-key": "for-the-collector" } },
        errors: { sentryDsn: collector.sentryDsn },
      },
      logLevel: "info",
    },
    "web",
    nothing,
    silent,
  );

const secrets = [
  "ada@example.com",
  "hunter2",
  "10.20.30.40",
  "eyJhbGciOiJ",
  "holiday",
  "0123456789abcdef0123456789abcdef",
];
const request = { id: "01JD3V8G2Z7W5Q9K-jnb", kind: "request", method: "GET", route: "/s/:token" } as const;

test("sends one trace per request with route, parts and calls, without personal data", async () => {
  const { observer, close } = await open();
  await observer.begin(request, async (running) => {
    await observer.timed("database", async () => {});
    await observer
      .call(
        { provider: "cloudinary", operation: "read" },
        () => Promise.reject(new Error(secrets.join(" "))),
        () => "ok",
      )
      .catch(() => {});
    observer.end(running, 200);
  });
  await close();
  const [sent] = collector.received;
  expect(sent).toMatchObject({ path: "/v1/traces", headers: { "x-api-key": "for-the-collector" } });
  const { resourceSpans } = JSON.parse(sent?.body ?? "{}");
  const [{ scopeSpans, resource }] = resourceSpans;
  expect(resource.attributes).toEqual([{ key: "service.name", value: { stringValue: "photogem-web" } }]);
  const [database, cloudinary, whole] = scopeSpans[0].spans;
  expect(whole).toMatchObject({ name: "GET /s/:token", kind: 2 });
  expect(whole.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(whole.startTimeUnixNano).toMatch(/^\d{19}$/);
  expect(database).toMatchObject({ name: "database", traceId: whole.traceId, parentSpanId: whole.spanId });
  expect(cloudinary).toMatchObject({ name: "cloudinary read", kind: 3, status: { code: 2 }, traceId: whole.traceId });
  for (const secret of secrets) expect(sent?.body).not.toContain(secret);
});

test("reports a logged error with its frames and request, without personal data", async () => {
  const { observer, log, close } = await open();
  observer.begin(request, () => {
    const error = new TypeError(
      `no answer for ada@example.com from 10.20.30.40: Bearer eyJhbGciOiJ.x "holiday" at /s/0123456789abcdef0123456789abcdef?p=hunter2`,
    );
    log.error({ err: Object.assign(error, { password: "hunter2" }), path: "/s/holiday" }, "unexpected error");
    log.warn({ err: new Error("of no consequence") }, "only a warning");
  });
  await close();
  const sent = collector.received.filter(({ path }) => path === "/api/42/envelope/");
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers["x-sentry-auth"]).toContain("sentry_key=publickey");
  const [header, item, event] = (sent[0]?.body ?? "").split("\n").map((line) => line && JSON.parse(line));
  expect(item).toEqual({ type: "event" });
  expect(header.event_id).toBe(event.event_id);
  expect(event).toMatchObject({
    message: "unexpected error",
    transaction: "/s/:token",
    tags: { process: "web", request_id: request.id },
  });
  const [exception] = event.exception.values;
  expect(exception.type).toBe("TypeError");
  expect(exception.stacktrace.frames.at(-1)).toMatchObject({
    filename: expect.stringMatching(/^app\/server\/observability\//),
    in_app: true,
  });
  for (const secret of secrets) expect(sent[0]?.body).not.toContain(secret);
});

test("logs one line when the collector does not answer, without other effects", async () => {
  const lines: string[] = [];
  const off = { metrics: null, traces: { endpoint: "http://127.0.0.1:9", headers: {} }, errors: null };
  const { observer, close } = await openObservability({ observability: off, logLevel: "info" }, "web", nothing, {
    write: (line) => void lines.push(line),
  });
  observer.begin(request, (running) => observer.end(running, 200));
  await close();
  expect(lines.join("")).toContain("what was observed could not be sent on");
});

test("loads no disabled part", async () => {
  const loaded: string[] = [];
  vi.resetModules();
  for (const [file, url] of [
    ["metrics", "../metrics/metrics.server.ts"],
    ["traces", "./otlp-traces.server.ts"],
    ["errors", "./sentry-reports.server.ts"],
  ] as const) {
    vi.doMock(url, () => {
      loaded.push(file);
      return {
        createMetrics: () => ({ sink: {} }),
        otlpTraces: () => ({ sink: {}, close: async () => {} }),
        sentryReports: () => ({ sink: {}, close: async () => {} }),
      };
    });
  }
  const { openObservability: openAnew } = await import("../open-observability.server.ts");
  const off = { metrics: null, traces: null, errors: null };
  await openAnew({ observability: off, logLevel: "info" }, "web", nothing, silent);
  expect(loaded).toEqual([]);
  const on = {
    metrics: { token: null, port: 0, host: "127.0.0.1" },
    traces: { endpoint: "http://x", headers: {} },
    errors: { sentryDsn: "http://k@x/1" },
  };
  await openAnew({ observability: on, logLevel: "info" }, "web", nothing, silent);
  expect(loaded).toEqual(["metrics", "traces", "errors"]);
});
