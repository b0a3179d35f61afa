import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Sink } from "../observe.server.ts";
import {
  backlogMetrics,
  type Backlog,
  databasePoolMetrics,
  type PoolUse,
  ledgerMetrics,
  type LedgerReport,
} from "./state-metrics.server.ts";
import { eventMetrics, requestMetrics } from "./event-metrics.server.ts";

export interface Metrics {
  sink: Sink;
  ledgerChecked(report: LedgerReport): void;
  ledgerCheckedElsewhere(): void;
  /** Prometheus' text format. */
  scrape(): Promise<{ contentType: string; text: string }>;
}

/** Every process reports the same shared backlog: aggregate it with max, not sum. */
export function createMetrics(sources: {
  backlog: () => Promise<Backlog>;
  pool: () => PoolUse | null;
  /** The hosted model's price for a picture in naira. */
  picturePrice?: number | undefined;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = requestMetrics(registry);
  const happenings = eventMetrics(registry);
  const price = new Gauge({
    name: "photogem_picture_price_naira",
    help: "GEMINI_PICTURE_NAIRA: what the hosted model charges for a picture; 0 when unknown.",
    registers: [registry],
  });
  price.set(sources.picturePrice ?? 0);
  backlogMetrics(registry, sources.backlog);
  databasePoolMetrics(registry, sources.pool);
  const ledger = ledgerMetrics(registry);
  return {
    sink: { ...requests, ...happenings },
    ledgerChecked: ledger.checked,
    ledgerCheckedElsewhere: ledger.checkedElsewhere,
    scrape: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
