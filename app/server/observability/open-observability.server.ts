import { pino, type DestinationStream, type Logger } from "pino";
import type { Config } from "../../config.server.ts";
import { loggableError } from "./redaction.ts";
import type { Metrics } from "./metrics/metrics.server.ts";
import { createObserver, type Observer } from "./observe.server.ts";

export interface Observability {
  observer: Observer;
  log: Logger;
  metrics: Metrics | null;
  close: () => Promise<void>;
}

type MetricSources = Parameters<typeof import("./metrics/metrics.server.ts").createMetrics>[0];

/** Loads only the parts that the environment configures. */
export async function openObservability(
  { observability, logLevel }: Pick<Config, "observability" | "logLevel">,
  role: "web" | "worker",
  sources: MetricSources,
  destination?: DestinationStream,
): Promise<Observability> {
  const observer = createObserver();
  const log = observedLog(logLevel, role, observer, destination);
  const closing: (() => Promise<void>)[] = [];
  let metrics: Metrics | null = null;
  if (observability.metrics) {
    const { createMetrics } = await import("./metrics/metrics.server.ts");
    metrics = createMetrics(sources);
    observer.add(metrics.sink);
  }
  if (observability.traces) {
    const { otlpTraces } = await import("./sending/otlp-traces.server.ts");
    const traces = otlpTraces({ ...observability.traces, role, log });
    observer.add(traces.sink);
    closing.push(traces.close);
  }
  if (observability.errors) {
    const { sentryReports } = await import("./sending/sentry-reports.server.ts");
    const reports = sentryReports({ dsn: observability.errors.sentryDsn, role, log });
    observer.add(reports.sink);
    closing.push(reports.close);
  }
  return {
    observer,
    log,
    metrics,
    close: async () => {
      await Promise.all(closing.map((close) => close()));
    },
  };
}

function observedLog(level: string, role: string, observer: Observer, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { process: role },
    serializers: { err: loggableError },
    mixin: () => {
      const running = observer.running();
      if (!running) return {};
      return running.kind === "request" ? { requestId: running.id } : { transformationId: running.id };
    },
    hooks: {
      logMethod(this: Logger, args: Parameters<Logger["info"]>, method: Logger["info"], line: number) {
        const [first, message] = args as unknown[];
        const error = (first as { err?: unknown } | null)?.err;
        const text = typeof first === "string" ? first : String(message ?? "");
        observer.logged(pino.levels.labels[line] ?? "", text, error instanceof Error ? error : undefined);
        method.apply(this, args);
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
