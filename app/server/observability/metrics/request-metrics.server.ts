import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Running, Sink } from "../observe.server.ts";

/** Seconds. Pages take milliseconds, uploads and the generation API up to a minute. */
const durations = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Per route pattern; paths would be unbounded. */
export function requestMetrics(registry: Registry): Pick<Sink, "began" | "ended"> {
  const registers = [registry];
  const requests = new Counter({
    name: "photogem_http_requests_total",
    help: "Requests answered. status `aborted`: whoever asked left before the answer.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const duration = new Histogram({
    name: "photogem_http_request_duration_seconds",
    help: "From a request's first byte to its answer's last.",
    labelNames: ["method", "route"],
    buckets: durations,
    registers,
  });
  const running = new Gauge({
    name: "photogem_http_requests_in_flight",
    help: "Requests begun and not yet answered.",
    registers,
  });
  const isRequest = ({ kind }: Running) => kind === "request";
  return {
    began: (request) => {
      if (isRequest(request)) running.inc();
    },
    ended: (request, status) => {
      if (!isRequest(request)) return;
      const { method, route, started } = request;
      running.dec();
      requests.inc({ method, route, status: status ?? "aborted" });
      duration.observe({ method, route }, (performance.now() - started) / 1000);
    },
  };
}
