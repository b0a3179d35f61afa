import type { Check } from "./check.ts";

const credits =
  "public.coin_transactions c where c.type = 'purchase' and c.idempotency_key = 'purchase:' || p.reference";
/** Removals by refunds and returns after failed ones; references contain no colon. */
const refundEntries = `public.coin_transactions c
  where (c.type = 'clawback' and split_part(c.idempotency_key, ':', 2) = p.reference)
    or c.idempotency_key like 'purchase:' || p.reference || ':restored:%'`;

export const purchaseChecks: Check[] = [
  {
    invariant: "a paid purchase credited its buyer with its gems, once",
    names: "purchase reference",
    examined: "select count(*) from public.purchases where status = 'paid'",
    violations: `select p.reference as id from public.purchases p where p.status = 'paid' and (
        (select count(*) from ${credits}) <> 1
        or not exists (select 1 from ${credits} and c.user_id = p.user_id and c.amount = p.gems))`,
  },
  {
    invariant: "an unpaid purchase credits no gems",
    names: "purchase reference",
    examined: "select count(*) from public.purchases where status <> 'paid'",
    violations: `select p.reference as id from public.purchases p
      where p.status <> 'paid' and exists (select 1 from ${credits})`,
  },
  {
    invariant: "every credit is that of a purchase",
    names: "ledger row",
    examined: "select count(*) from public.coin_transactions where type = 'purchase'",
    violations: `select c.id::text from public.coin_transactions c where c.type = 'purchase'
      and not exists (select 1 from public.purchases p where p.reference = split_part(c.idempotency_key, ':', 2))`,
  },
  {
    invariant: "a refund removes at most a purchase's gems, from its buyer, and a failed one returns them",
    names: "purchase reference",
    examined: "select count(*) from public.purchases where status = 'paid'",
    violations: `select p.reference as id from public.purchases p where
        (select coalesce(-sum(c.amount), 0) from ${refundEntries}) not between 0
          and case when p.status = 'paid' and p.refunded_at is not null then p.gems else 0 end
        or exists (select 1 from (select * from ${refundEntries}) as c where c.user_id <> p.user_id)`,
  },
  {
    invariant: "every removal by a refund is that of a purchase",
    names: "ledger row",
    examined: "select count(*) from public.coin_transactions where type = 'clawback'",
    violations: `select c.id::text from public.coin_transactions c where c.type = 'clawback' and not exists (
        select 1 from public.purchases p where p.reference = split_part(c.idempotency_key, ':', 2))`,
  },
  {
    invariant: "a purchase is refunded when its refunds and lost disputes reach its price, and only then",
    names: "purchase reference",
    examined: "select count(distinct reference) from public.refunds",
    violations: `select p.reference as id from public.purchases p
      join (select reference, sum(case when status = 'done' or (kind = 'refund' and status <> 'failed') then amount_kobo else 0 end) as returned
        from public.refunds group by reference) as r using (reference)
      where (p.refunded_at is not null) <> (r.returned >= p.amount_kobo)`,
  },
];
