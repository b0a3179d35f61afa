import { collectDefaultMetrics, Registry } from "prom-client";
import type { Sink } from "../observe.server.ts";
import { backlogMetrics, type Backlog } from "./backlog-metrics.server.ts";
import { databasePoolMetrics, type PoolUse } from "./database-pool-metrics.server.ts";
import { ledgerMetrics, type LedgerReport } from "./ledger-metrics.server.ts";
import { eventMetrics } from "./event-metrics.server.ts";
import { requestMetrics } from "./request-metrics.server.ts";

export interface Metrics {
  /** Hears what happens in this process. */
  sink: Sink;
  /** What came of the last look at the whole ledger. */
  ledgerChecked(report: LedgerReport): void;
  /** Another process looked since. */
  ledgerCheckedElsewhere(): void;
  /** Everything, in Prometheus' text format. */
  scrape(): Promise<{ contentType: string; text: string }>;
}

/**
 * This process's metrics. What many processes share, the database's backlog, each of them tells alike: take the maximum
 * over instances, not the sum. `backlog` is asked when somebody scrapes, at most once in ten seconds.
 */
export function createMetrics(sources: { backlog: () => Promise<Backlog>; pool: () => PoolUse | null }): Metrics {
  const registry = new Registry();
  // The process's own: processor time, memory, garbage collection, event-loop delay.
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
