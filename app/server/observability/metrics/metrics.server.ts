import { collectDefaultMetrics, Registry } from "prom-client";
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

/** Every process reports the shared backlog alike: aggregate it with max, not sum. */
export function createMetrics(sources: { backlog: () => Promise<Backlog>; pool: () => PoolUse | null }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = requestMetrics(registry);
  const happenings = eventMetrics(registry);
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
