/** One invariant of the ledger, as two queries for the schema's owner. */
export interface Check {
  invariant: string;
  names: "member" | "ledger row" | "transformation" | "purchase reference" | "total";
  /** Counts the examined rows as `count`. */
  examined: string;
  /** Selects violating rows, `id` as text; never an address or a name. */
  violations: string;
}

const profiles = "select count(*) from public.profiles";
const ledger = "select count(*) from public.coin_transactions";

export const balanceChecks: Check[] = [
  {
    invariant: "a member's balance is the sum of their ledger",
    names: "member",
    examined: profiles,
    violations: `select p.user_id::text as id from public.profiles p
      where p.coins <> coalesce((select sum(c.amount) from public.coin_transactions c where c.user_id = p.user_id), 0)`,
  },
  {
    invariant: "no balance is below 0",
    names: "member",
    examined: profiles,
    violations: "select user_id::text as id from public.profiles where coins < 0",
  },
  {
    invariant: "no ledger ever fell below 0, in the order it was written, deleted accounts' included",
    names: "member",
    examined: "select count(distinct user_id) from public.coin_transactions",
    violations: `select distinct user_id::text as id from (
        select user_id, sum(amount) over (partition by user_id order by id) as balance from public.coin_transactions
      ) as running where balance < 0`,
  },
  {
    invariant: "every account with ledger entries has a balance",
    names: "member",
    examined: "select count(distinct c.user_id) from public.coin_transactions c join auth.users u on u.id = c.user_id",
    violations: `select distinct c.user_id::text as id from public.coin_transactions c join auth.users u on u.id = c.user_id
      where not exists (select 1 from public.profiles p where p.user_id = c.user_id)`,
  },
  {
    invariant: "the balances of all members add up to the ledger, less what deleted accounts left",
    names: "total",
    examined: "select 1 as count",
    violations: `select 'balances ' || balances || ', ledger ' || entries as id from
      (select coalesce(sum(coins), 0) as balances from public.profiles) as p,
      (select coalesce(sum(c.amount), 0) as entries from public.coin_transactions c
        where exists (select 1 from public.profiles p where p.user_id = c.user_id)) as l
      where balances <> entries`,
  },
  {
    invariant: "a ledger row's key says what it stands for, and its sign what it did",
    names: "ledger row",
    examined: ledger,
    violations: `select id::text from public.coin_transactions where amount = 0 or (amount < 0) <> (type in ('usage', 'clawback'))
      or (type in ('usage', 'refund')) <> (transformation_id is not null)
      or case type
        when 'bonus' then idempotency_key <> 'bonus:' || user_id
        when 'usage' then idempotency_key <> 'usage:' || transformation_id
        when 'refund' then idempotency_key not in ('refund:' || transformation_id, 'credit-back:' || transformation_id)
        when 'purchase' then idempotency_key not like 'purchase:_%'
        when 'clawback' then idempotency_key not like 'clawback:_%'
        else true end`,
  },
  {
    invariant: "at most one ledger row per key: one credit per reference, one return per hold, one bonus per member",
    names: "ledger row",
    examined: ledger,
    violations: `select id::text from (select id, row_number() over (partition by idempotency_key order by id) as place
      from public.coin_transactions) as numbered where place > 1`,
  },
  {
    invariant: "at most one bonus per address, however it is spelled",
    names: "member",
    examined: "select count(*) from public.coin_transactions where type = 'bonus'",
    violations: `select user_id::text as id from (
        select c.user_id, row_number() over (partition by private.normalised_address(u.email) order by c.id) as place
        from public.coin_transactions c join auth.users u on u.id = c.user_id
        where c.type = 'bonus' and u.email is not null
      ) as numbered where place > 1`,
  },
  {
    invariant: "no more bonuses than addresses that had one, deleted accounts' included",
    names: "total",
    examined: "select 1 as count",
    violations: `select 'bonuses ' || bonuses || ', addresses ' || addresses as id from
      (select count(*) as bonuses from public.coin_transactions where type = 'bonus') as b,
      (select count(*) as addresses from private.welcome_bonuses) as a
      where bonuses > addresses`,
  },
];

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

const entries = (type: "purchase" | "clawback") =>
  `public.coin_transactions c where c.type = '${type}' and c.idempotency_key = '${type}:' || p.reference`;

export const purchaseChecks: Check[] = [
  {
    invariant: "a paid purchase credited its buyer with its gems, once",
    names: "purchase reference",
    examined: "select count(*) from public.purchases where status = 'paid'",
    violations: `select p.reference as id from public.purchases p where p.status = 'paid' and (
        (select count(*) from ${entries("purchase")}) <> 1
        or not exists (select 1 from ${entries("purchase")} and c.user_id = p.user_id and c.amount = p.gems))`,
  },
  {
    invariant: "an unpaid purchase credits no gems",
    names: "purchase reference",
    examined: "select count(*) from public.purchases where status <> 'paid'",
    violations: `select p.reference as id from public.purchases p
      where p.status <> 'paid' and exists (select 1 from ${entries("purchase")})`,
  },
  {
    invariant: "every credit is that of a purchase",
    names: "ledger row",
    examined: "select count(*) from public.coin_transactions where type = 'purchase'",
    violations: `select c.id::text from public.coin_transactions c where c.type = 'purchase'
      and not exists (select 1 from public.purchases p where c.idempotency_key = 'purchase:' || p.reference)`,
  },
  {
    invariant: "a refunded purchase was taken back at most once, from its buyer, and no more than it gave",
    names: "purchase reference",
    examined: "select count(*) from public.purchases where refunded_at is not null",
    violations: `select p.reference as id from public.purchases p where p.refunded_at is not null and (
        (select count(*) from ${entries("clawback")}) > case p.status when 'paid' then 1 else 0 end
        or exists (select 1 from ${entries("clawback")} and (c.user_id <> p.user_id or -c.amount > p.gems)))`,
  },
  {
    invariant: "only refunded purchases were taken back",
    names: "ledger row",
    examined: "select count(*) from public.coin_transactions where type = 'clawback'",
    violations: `select c.id::text from public.coin_transactions c where c.type = 'clawback' and not exists (
        select 1 from public.purchases p where p.refunded_at is not null
          and c.idempotency_key = 'clawback:' || p.reference)`,
  },
];
