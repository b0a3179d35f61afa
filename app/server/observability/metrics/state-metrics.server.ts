import { timeout } from "remix-utils/promise";
import { Gauge, type Registry } from "prom-client";
import type { Backlog } from "../read-backlog.server.ts";

export type { Backlog } from "../read-backlog.server.ts";

const cacheMs = 10_000;
const timeoutMs = 3_000;

const gauges: { name: string; help: string; of: (backlog: Backlog) => number }[] = [
  {
    name: "photogem_queue_waiting",
    help: "Transformations that wait for a worker.",
    of: (backlog) => backlog.waiting,
  },
  {
    name: "photogem_queue_oldest_waiting_seconds",
    help: "How long the transformation that was asked for first has been waiting; 0 when none waits.",
    of: (backlog) => backlog.oldestWaitingSeconds,
  },
  {
    name: "photogem_queue_running",
    help: "Transformations that a worker has begun.",
    of: (backlog) => backlog.running,
  },
  {
    name: "photogem_holds_unresolved",
    help: "Transformations begun more than 20 minutes ago and not ended: each holds a gem.",
    of: (backlog) => backlog.holdsUnresolved,
  },
  {
    name: "photogem_purchases_pending",
    help: "Purchases neither paid nor given up. Most of them are people who left the payment page.",
    of: (backlog) => backlog.purchasesPending,
  },
  {
    name: "photogem_purchases_overdue",
    help: "Purchases the provider should have been asked about more than 10 minutes ago.",
    of: (backlog) => backlog.purchasesOverdue,
  },
  {
    name: "photogem_receipts_overdue",
    help: "Receipts of the last 7 days that should have been mailed 30 minutes ago.",
    of: (backlog) => backlog.receiptsOverdue,
  },
  {
    name: "photogem_reports_overdue",
    help: "Reports about shared pictures that support should have had 30 minutes ago.",
    of: (backlog) => backlog.reportsOverdue,
  },
];

/** Omits the gauges if the database does not answer. */
export function backlogMetrics(registry: Registry, read: () => Promise<Backlog>): void {
  const registers = [registry];
  let latest: { at: number; answer: Promise<Backlog | null> } | null = null;
  const current = () => {
    const now = performance.now();
    if (!latest || now - latest.at > cacheMs) latest = { at: now, answer: inTime(read()) };
    return latest.answer;
  };
  new Gauge({
    name: "photogem_database_up",
    help: "1 when the database answered this process in time.",
    registers,
    async collect() {
      this.set((await current()) ? 1 : 0);
    },
  });
  new Gauge({
    name: "photogem_refund_problems",
    help: "Refunds that failed or need attention, and disputes to answer, by payment reference.",
    labelNames: ["reference", "problem"],
    registers,
    async collect() {
      this.reset();
      for (const labels of (await current())?.refundProblems ?? []) this.set(labels, 1);
    },
  });
  for (const { name, help, of } of gauges) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const backlog = await current();
        if (backlog) this.set(of(backlog));
        else this.remove();
      },
    });
  }
}

const inTime = (reading: Promise<Backlog>): Promise<Backlog | null> =>
  timeout(reading, { ms: timeoutMs }).catch(() => null);

export interface PoolUse {
  open: number;
  idle: number;
  waiting: number;
}

/** No values before the database is open and for PGlite, which has no pool. */
export function databasePoolMetrics(registry: Registry, use: () => PoolUse | null): void {
  new Gauge({
    name: "photogem_database_connections",
    help: "Connections of this process's pool, and how many wait for one.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const now = use();
      if (!now) return;
      this.set({ state: "busy" }, now.open - now.idle);
      this.set({ state: "idle" }, now.idle);
      this.set({ state: "waiting" }, now.waiting);
    },
  });
}

export interface LedgerReport {
  broken: { promise: string; count: number }[];
}

interface LedgerMetrics {
  checked: (report: LedgerReport) => void;
  /** Another process has audited more recently, so this one's result is stale. */
  checkedElsewhere: () => void;
}

/** Only one of the job processes runs each audit. */
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
