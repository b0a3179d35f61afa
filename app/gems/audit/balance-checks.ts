import type { Check } from "./check.ts";

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
