import { Gauge, type Registry } from "prom-client";

export interface LedgerReport {
  broken: { promise: string; count: number }[];
}

export interface LedgerMetrics {
  checked: (report: LedgerReport) => void;
  /** Another process has audited since, so this one's result is stale. */
  checkedElsewhere: () => void;
}

/** One of the job processes runs each audit. */
export function ledgerMetrics(registry: Registry): LedgerMetrics {
  const broken = new Gauge({
    name: "photogem_ledger_broken",
    help: "Rows that break a promise of the ledger's (npm run gems:audit names them). 0 is the only good value.",
    labelNames: ["promise"],
    registers: [registry],
  });
  const checkedAt = new Gauge({
    name: "photogem_ledger_checked_timestamp_seconds",
    help: "When the whole ledger was last looked at by this process; 0 when it has not been yet.",
    registers: [registry],
  });
  return {
    checked: (report) => {
      for (const { promise, count } of report.broken) broken.set({ promise }, count);
      checkedAt.setToCurrentTime();
    },
    checkedElsewhere: () => broken.reset(),
  };
}
