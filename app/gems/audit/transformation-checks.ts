import type { Check } from "./check.ts";

const withHolds = `(
    select t.id, t.user_id, t.status, t.coins_used, t.created_at, t.started_at,
      count(*) filter (where c.type = 'usage' and c.user_id = t.user_id) as holds,
      count(*) filter (where c.type = 'refund' and c.user_id = t.user_id) as returns,
      count(*) filter (where c.idempotency_key = 'credit-back:' || t.id) as credit_backs,
      count(*) filter (where c.user_id <> t.user_id) as strangers,
      coalesce(sum(c.amount), 0) as amount
    from public.transformations t left join public.coin_transactions c on c.transformation_id = t.id
    group by t.id
  ) as t`;
/** A credit-back for a result that disappointed its owner. */
const isCreditBack = "(type = 'refund' and idempotency_key like 'credit-back:%')";
const having = (status: string) => `select count(*) from public.transformations where status = '${status}'`;
const members = "select count(*) from public.profiles";

/** Members may delete transformations; ledger rows stay. */
export const transformationChecks: Check[] = [
  {
    invariant: "a completed transformation used its gems once, and gave them back only on its owner's word",
    names: "transformation",
    examined: having("completed"),
    violations: `select id::text from ${withHolds} where status = 'completed'
      and (holds <> 1 or returns <> credit_backs or strangers <> 0 or coins_used <> -amount)`,
  },
  {
    invariant: "a member takes gems back for results at most twice within 30 days",
    names: "ledger row",
    examined: `select count(*) from public.coin_transactions where ${isCreditBack}`,
    violations: `select id::text from (select id, count(*) over (partition by user_id order by created_at
        range between interval '30 days' preceding and current row) as lately
      from public.coin_transactions where ${isCreditBack}) as counted where lately > 2`,
  },
  {
    invariant: "a failed transformation has its gems back, in full",
    names: "transformation",
    examined: having("failed"),
    violations: `select id::text from ${withHolds} where status = 'failed'
      and (holds > 1 or returns <> holds or credit_backs <> 0 or strangers <> 0 or amount <> 0 or (holds = 1 and coins_used <> 0))`,
  },
  {
    invariant: "a processing transformation holds its gems once",
    names: "transformation",
    examined: having("processing"),
    violations: `select id::text from ${withHolds} where status = 'processing'
      and (holds <> 1 or returns <> 0 or strangers <> 0 or coins_used <> -amount)`,
  },
  {
    invariant: "none is processing for longer than a day",
    names: "transformation",
    examined: having("processing"),
    violations: `select id::text from public.transformations
      where status = 'processing' and coalesce(started_at, created_at) < now() - interval '1 day'`,
  },
  {
    invariant: "a return gives one earlier hold back, in full, to whom it was taken from",
    names: "ledger row",
    examined: "select count(*) from public.coin_transactions where type = 'refund'",
    violations: `select r.id::text from public.coin_transactions r where r.type = 'refund' and not exists (
        select 1 from public.coin_transactions h where h.type = 'usage' and h.transformation_id = r.transformation_id
          and h.user_id = r.user_id and h.amount = -r.amount and h.id < r.id)`,
  },
  {
    invariant: "at most one hold and one return per transformation, deleted ones included",
    names: "transformation",
    examined: "select count(distinct transformation_id) from public.coin_transactions",
    violations: `select transformation_id::text as id from public.coin_transactions
      where transformation_id is not null group by transformation_id, type having count(*) > 1`,
  },
  {
    invariant: "as many transformations were completed as holds were settled",
    names: "member",
    examined: members,
    violations: `select p.user_id::text as id from public.profiles p where p.total_transformations <>
      (select count(*) filter (where c.type = 'usage') - count(*) filter (where c.type = 'refund' and not ${isCreditBack})
        from public.coin_transactions c where c.user_id = p.user_id)
      - (select count(*) from public.transformations t where t.user_id = p.user_id and t.status = 'processing')`,
  },
  {
    invariant: "a batch began with all of its photos at once",
    names: "transformation",
    examined: "select count(*) from public.transformations where batch_id is not null",
    // Rows of a batch share one transaction time; a retry has its own key.
    violations: `select t.id::text from public.transformations t join public.batches b on b.id = t.batch_id
      where t.idempotency_key not like '%.again' and t.created_at <> b.created_at`,
  },
  {
    invariant: "each photo of a batch is transformed once, for its owner",
    names: "transformation",
    examined: "select count(*) from public.transformations where batch_id is not null",
    violations: `select id::text from (
        select t.id, t.status, t.user_id <> b.user_id as strange,
          row_number() over (partition by t.batch_id, t.batch_position, t.status = 'failed' order by t.created_at) as place
        from public.transformations t join public.batches b on b.id = t.batch_id
      ) as numbered where strange or (status <> 'failed' and place > 1)`,
  },
  {
    invariant: "a member keeps as many transformations as are counted",
    names: "member",
    examined: members,
    violations: `select p.user_id::text as id from public.profiles p where p.kept_transformations <>
      (select count(*) from public.transformations t where t.user_id = p.user_id)`,
  },
];
