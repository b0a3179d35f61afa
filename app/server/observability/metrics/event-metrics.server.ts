import { Counter, Histogram, type Registry, Gauge } from "prom-client";
import type { Sink, Running } from "../observe.server.ts";

/** Seconds: a generation takes 1 to 90, other calls less. */
const callSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90];
const jobSeconds = [1, 2.5, 5, 10, 20, 40, 60, 120, 300];

export function eventMetrics(registry: Registry): Pick<Sink, "call" | "noted" | "logged"> {
  const registers = [registry];
  const calls = new Counter({
    name: "photogem_provider_calls_total",
    help: "Calls to a service, by outcome.",
    labelNames: ["provider", "operation", "outcome"],
    registers,
  });
  const callDuration = new Histogram({
    name: "photogem_provider_call_duration_seconds",
    help: "Seconds until a service answered or failed.",
    labelNames: ["provider", "operation"],
    buckets: callSeconds,
    registers,
  });
  const webhooks = new Counter({
    name: "photogem_webhooks_total",
    help: "Payment webhooks, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const settlements = new Counter({
    name: "photogem_purchase_settlements_total",
    help: "Purchases verified with the provider, by outcome. `refused`: paid and not credited; `refused-before`: verified again.",
    labelNames: ["outcome"],
    registers,
  });
  const identityLimits = new Counter({
    name: "photogem_identity_limits_total",
    help: "Requests that Supabase Auth refused by a limit of the whole project.",
    labelNames: ["limit"],
    registers,
  });
  const jobs = new Counter({
    name: "photogem_transformations_total",
    help: "Tries of transformations, by outcome. `retried`: returned to the queue.",
    labelNames: ["outcome"],
    registers,
  });
  const pictures = new Counter({
    name: "photogem_pictures_total",
    help: "Pictures by state. `asked`: requests to a hosted model; `paid`: pictures it returned; `late`: given up, perhaps charged; `delivered`: completed transformations.",
    labelNames: ["state"],
    registers,
  });
  const waited = new Histogram({
    name: "photogem_transformation_wait_seconds",
    help: "Seconds from the request until a worker takes it.",
    buckets: jobSeconds,
    registers,
  });
  const ran = new Histogram({
    name: "photogem_transformation_run_seconds",
    help: "Seconds of a try.",
    buckets: jobSeconds,
    registers,
  });
  const tryouts = new Counter({
    name: "photogem_tryouts_total",
    help: "Photos tried before joining, by step. `offered`: /try opened without a photo; the landing page counts as a request.",
    labelNames: ["outcome"],
    registers,
  });
  const lines = new Counter({
    name: "photogem_log_lines_total",
    help: "Lines logged at a level that an operator should read.",
    labelNames: ["level"],
    registers,
  });
  // Alerts need the counter at 0 before its first event.
  for (const outcome of ["refused", "uncredited"]) settlements.inc({ outcome }, 0);
  for (const limit of ["mails", "requests"]) identityLimits.inc({ limit }, 0);
  for (const outcome of ["forged", "later"]) webhooks.inc({ outcome }, 0);
  for (const outcome of ["completed", "failed", "abandoned"]) jobs.inc({ outcome }, 0);
  for (const state of ["asked", "paid", "late", "delivered"]) pictures.inc({ state }, 0);
  for (const level of ["warn", "error", "fatal"]) lines.inc({ level }, 0);
  return {
    call: ({ provider, operation }, outcome, seconds) => {
      calls.inc({ provider, operation, outcome });
      callDuration.observe({ provider, operation }, seconds);
    },
    noted: (happening) => {
      if (happening.what === "webhook") return webhooks.inc({ outcome: happening.outcome });
      if (happening.what === "settlement") return settlements.inc({ outcome: happening.outcome });
      if (happening.what === "identity-limit") return identityLimits.inc({ limit: happening.outcome });
      if (happening.what === "picture") return pictures.inc({ state: happening.state });
      if (happening.what === "tryout") return tryouts.inc({ outcome: happening.outcome });
      if (happening.what === "abandoned") return jobs.inc({ outcome: "abandoned" }, happening.count);
      jobs.inc({ outcome: happening.outcome });
      if (happening.outcome === "completed") pictures.inc({ state: "delivered" });
      waited.observe(happening.waited);
      ran.observe(happening.ran);
    },
    logged: (level) => {
      if (level === "warn" || level === "error" || level === "fatal") lines.inc({ level });
    },
  };
}

/** Seconds. Pages take milliseconds, uploads and the generation API up to a minute. */
const durations = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Labels by route pattern; paths would be unbounded. */
export function requestMetrics(registry: Registry): Pick<Sink, "began" | "ended"> {
  const registers = [registry];
  const requests = new Counter({
    name: "photogem_http_requests_total",
    help: "Requests answered. status `aborted`: the client left before the answer.",
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
