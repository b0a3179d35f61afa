import { sql as statement } from "kysely";
import type { Database, Sql } from "../database/database.ts";

export interface Backlog {
  waiting: number;
  oldestWaitingSeconds: number;
  running: number;
  holdsUnresolved: number;
  purchasesPending: number;
  purchasesOverdue: number;
  receiptsOverdue: number;
  reportsOverdue: number;
  refundProblems: { reference: string; problem: "failed" | "needs-attention" | "disputed" }[];
}

/** A worker abandons a job after 3 tries of 5 minutes; the sweep follows a minute later. */
const holdLimit = "20 minutes";
/** Delay of the check that is due at 1.5 × the age at the last check (gems/sweep-purchases.server.ts). */
const purchaseLimit = "10 minutes";
const mailLimit = "30 minutes";
/** Operators have already seen older failed refunds. */
const refundLimit = "30 days";

/** Each count reads only a few rows of an index. */
export function readBacklog(database: Database, { mails }: { mails: boolean }): Promise<Backlog> {
  return database.asService(async (sql) => {
    const { rows } = await statement<Record<Exclude<keyof Backlog, "refundProblems">, string | number>>`
      select
        (select count(*) from public.transformations where status = 'processing' and started_at is null) as "waiting",
        (select coalesce(extract(epoch from now() - min(created_at)), 0) from public.transformations
          where status = 'processing' and started_at is null) as "oldestWaitingSeconds",
        (select count(*) from public.transformations where status = 'processing' and started_at is not null) as "running",
        (select count(*) from public.transformations
          where status = 'processing' and started_at < now() - ${holdLimit}::interval) as "holdsUnresolved",
        (select count(*) from public.purchases where status = 'pending') as "purchasesPending",
        (select count(*) from public.purchases where status = 'pending' and refunded_at is null
          and now() - ${purchaseLimit}::interval - created_at
            >= greatest(interval '2 minutes', 1.5::float8 * (coalesce(checked_at, created_at) - created_at)))
          as "purchasesOverdue",
        (select count(*) from public.purchases where status = 'paid' and receipt_mailed_at is null
          and paid_at < now() - ${mailLimit}::interval and paid_at > now() - interval '7 days') as "receiptsOverdue",
        (select count(*) from public.share_reports where mailed_at is null
          and created_at < now() - ${mailLimit}::interval) as "reportsOverdue"`.execute(sql);
    const [row] = rows;
    if (!row) throw new Error("the database counted nothing");
    const numbers = Object.entries(row).map(([name, value]) => [name, Number(value)]);
    const backlog = { ...Object.fromEntries(numbers), refundProblems: await readRefundProblems(sql) } as Backlog;
    return mails ? backlog : { ...backlog, receiptsOverdue: 0, reportsOverdue: 0 };
  });
}

async function readRefundProblems(sql: Sql): Promise<Backlog["refundProblems"]> {
  const { rows } = await statement<Backlog["refundProblems"][number]>`
    select distinct r.reference, case when r.kind = 'dispute' then 'disputed' else r.status end as problem
    from public.refunds r join public.purchases p on p.reference = r.reference
    where (r.kind = 'dispute' and r.status = 'begun') or r.status = 'needs-attention'
      or (r.kind = 'refund' and r.status = 'failed' and p.refunded_at is null
        and r.changed_at > now() - ${refundLimit}::interval)
    order by 1, 2 limit 50`.execute(sql);
  return rows;
}
