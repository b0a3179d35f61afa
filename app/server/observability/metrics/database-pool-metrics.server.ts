import { Gauge, type Registry } from "prom-client";

/** Connections of this process's pool. */
export interface PoolUse {
  open: number;
  idle: number;
  /** Requests that wait for one. */
  waiting: number;
}

/** Null before the database is open, and for the embedded one, which has no pool: then nothing is told. */
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
