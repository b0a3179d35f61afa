import { Gauge, type Registry } from "prom-client";

export interface PoolUse {
  open: number;
  idle: number;
  waiting: number;
}

/** Null before the database is open and for PGlite, which has no pool. */
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
