import type { Check } from "./check.ts";

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
