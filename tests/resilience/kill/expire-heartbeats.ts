import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import type { PreparedDatabase } from "../product/prepared-database.ts";

/**
 * Lets the minute pass in which a worker that was killed is missed: its jobs' last sign of life becomes an old one, and
 * pg-boss looks for such jobs now. Samples do this instead of waiting.
 */
export async function letMissedHeartbeatsBeSeen({ kysely, url }: PreparedDatabase) {
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`.execute(
    kysely,
  );
  await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`.execute(kysely);
  const boss = new PgBoss({ connectionString: url, schedule: false, supervise: false, max: 1 });
  boss.on("error", () => {});
  await boss.start();
  await boss.supervise();
  await boss.stop({ graceful: false });
}
