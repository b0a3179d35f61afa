import type { Check } from "./check.ts";

const profiles = "select count(*) from public.profiles";
const ledger = "select count(*) from public.coin_transactions";

export const balanceChecks: Check[] = [
  {
    promise: "a member's balance is the sum of their ledger",
    names: "member",
    of: profiles,
    off: `select p.user_id::text as id from public.profiles p
      where p.coins <> coalesce((select sum(c.amount) from public.coin_transactions c where c.user_id = p.user_id), 0)`,
  },
  {
    promise: "no balance is below 0",
    names: "member",
    of: profiles,
    off: "select user_id::text as id from public.profiles where coins < 0",
  },
  {
    promise: "no ledger ever fell below 0, in the order it was written, deleted accounts' included",
    names: "member",
    of: "select count(distinct user_id) from public.coin_transactions",
    off: `select distinct user_id::text as id from (
        select user_id, sum(amount) over (partition by user_id order by id) as balance from public.coin_transactions
      ) as running where balance < 0`,
  },
  {
    promise: "whoever has an account and a ledger has a balance",
    names: "member",
    of: "select count(distinct c.user_id) from public.coin_transactions c join auth.users u on u.id = c.user_id",
    off: `select distinct c.user_id::text as id from public.coin_transactions c join auth.users u on u.id = c.user_id
      where not exists (select 1 from public.profiles p where p.user_id = c.user_id)`,
  },
  {
    promise: "the balances of all members add up to the ledger, less what deleted accounts left",
    names: "total",
    of: "select 1 as count",
    off: `select 'balances ' || balances || ', ledger ' || entries as id from
      (select coalesce(sum(coins), 0) as balances from public.profiles) as p,
      (select coalesce(sum(c.amount), 0) as entries from public.coin_transactions c
        where exists (select 1 from public.profiles p where p.user_id = c.user_id)) as l
      where balances <> entries`,
  },
  {
    promise: "a ledger row's key says what it stands for, and its sign what it did",
    names: "ledger row",
    of: ledger,
    off: `select id::text from public.coin_transactions where amount = 0 or (amount < 0) <> (type in ('usage', 'clawback'))
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
    promise: "at most one ledger row per key: one credit per reference, one return per hold, one bonus per member",
    names: "ledger row",
    of: ledger,
    off: `select id::text from (select id, row_number() over (partition by idempotency_key order by id) as place
      from public.coin_transactions) as numbered where place > 1`,
  },
  {
    promise: "at most one bonus per address, however it is spelled",
    names: "member",
    of: "select count(*) from public.coin_transactions where type = 'bonus'",
    off: `select user_id::text as id from (
        select c.user_id, row_number() over (partition by private.normalised_address(u.email) order by c.id) as place
        from public.coin_transactions c join auth.users u on u.id = c.user_id
        where c.type = 'bonus' and u.email is not null
      ) as numbered where place > 1`,
  },
  {
    promise: "no more bonuses than addresses that had one, deleted accounts' included",
    names: "total",
    of: "select 1 as count",
    off: `select 'bonuses ' || bonuses || ', addresses ' || addresses as id from
      (select count(*) as bonuses from public.coin_transactions where type = 'bonus') as b,
      (select count(*) as addresses from private.welcome_bonuses) as a
      where bonuses > addresses`,
  },
];
