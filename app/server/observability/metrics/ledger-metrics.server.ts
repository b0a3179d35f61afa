import { Gauge, type Registry } from "prom-client";

export interface LedgerReport {
  /** How many rows break each promise, by its name (gems/audit). */
  broken: { promise: string; count: number }[];
}

export interface LedgerMetrics {
  /** This process has looked. */
  checked: (report: LedgerReport) => void;
  /** Another has looked since: what this one found is no longer the last word, and is not told any more. */
  checkedElsewhere: () => void;
}

/** What the last look at the whole ledger found, and when it was. One of the processes that run jobs looks. */
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
