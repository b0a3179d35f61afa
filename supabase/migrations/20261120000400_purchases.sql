-- Buying gems. The server saves a purchase, with the package's terms at that time, before it redirects to the payment
-- page. Only public.settle_purchase credits its gems, and only public.take_back_purchase removes them again.

create table public.purchases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  reference text not null unique check (reference ~ '^[A-Za-z0-9.=-]{1,100}$'),
  package_id text not null check (package_id ~ '^[a-z][a-z-]{0,39}$'),
  package_name text not null check (char_length(package_name) between 1 and 40),
  gems integer not null check (gems > 0),
  amount_kobo integer not null check (amount_kobo > 0),
  currency text not null default 'NGN' check (currency = 'NGN'),
  display_currency text not null check (display_currency in ('NGN', 'USD')),
  display_amount_usd_cents integer check (display_amount_usd_cents > 0),
  status text not null default 'pending' check (status in ('pending', 'paid', 'failed')),
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  paid_at timestamptz,
  refunded_at timestamptz,
  check ((status = 'paid') = (paid_at is not null)),
  check ((display_currency = 'USD') = (display_amount_usd_cents is not null))
);
comment on table public.purchases is
  'One row per payment started. user_id has no foreign key on purpose, as in the ledger: it is the record behind a '
  'payment at the provider, and must still explain it (and refuse to credit anyone else) after the account is deleted.';
comment on column public.purchases.reference is 'The payment''s name at the provider.';
comment on column public.purchases.status is
  'A failed one may still become paid: the payment page lets people try again. A refunded one keeps its status.';
comment on column public.purchases.checked_at is 'When the provider was last asked about it.';
create index purchases_by_owner on public.purchases (user_id, created_at desc);
create index purchases_unsettled on public.purchases (created_at) where status <> 'paid';

-- The service role cannot write paid_at, and the table's check ties it to the status: only settle_purchase can mark a
-- purchase as paid.
alter table public.purchases enable row level security;
revoke all on public.purchases from anon, authenticated, service_role;
grant select on public.purchases to authenticated, service_role;
grant insert (user_id, reference, package_id, package_name, gems, amount_kobo, display_currency, display_amount_usd_cents),
  update (status, checked_at) on public.purchases to service_role;
create policy "members read their own purchases" on public.purchases
  for select to authenticated using (user_id = (select auth.uid()));

-- Credits a payment that the provider has confirmed. Locks the purchase first, so that webhook, return page and
-- sweeper run one after another. Safe to repeat. Returns credited, already-credited, unknown-reference,
-- wrong-currency, wrong-amount, refunded or no-member (deleted account); all but the first change no balance.
create function public.settle_purchase(p_reference text, p_amount_kobo integer, p_currency text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_purchase public.purchases;
  v_credited boolean;
begin
  select * into v_purchase from public.purchases where reference = p_reference for update;
  if not found then
    return 'unknown-reference';
  elsif v_purchase.status = 'paid' then
    return 'already-credited';
  elsif v_purchase.refunded_at is not null then
    return 'refunded';
  elsif p_currency is distinct from v_purchase.currency then
    return 'wrong-currency';
  elsif p_amount_kobo is distinct from v_purchase.amount_kobo then
    return 'wrong-amount';
  end if;
  v_credited := public.add_coins_to_user(
    v_purchase.user_id, v_purchase.gems,
    v_purchase.package_name || ' purchase - ' || v_purchase.gems || ' gems (Paystack Ref: ' || p_reference || ')',
    p_reference);
  if not v_credited and not exists (
    select 1 from public.coin_transactions
    where idempotency_key = 'purchase:' || p_reference and user_id = v_purchase.user_id
  ) then
    return 'no-member';
  end if;
  update public.purchases set status = 'paid', paid_at = now(), checked_at = now() where id = v_purchase.id;
  return case when v_credited then 'credited' else 'already-credited' end;
end $$;

-- Removes the remaining gems of a refunded or lost payment, never below 0, once per reference. An unpaid purchase
-- can no longer be credited afterwards. Returns the number of gems removed, null for an unknown reference.
create function public.take_back_purchase(p_reference text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_purchase public.purchases;
  v_taken integer;
begin
  select * into v_purchase from public.purchases where reference = p_reference for update;
  if not found then
    return null;
  elsif v_purchase.refunded_at is not null then
    return 0;
  end if;
  update public.purchases
    set refunded_at = now(), status = case when status = 'pending' then 'failed' else status end
    where id = v_purchase.id;
  if v_purchase.status <> 'paid' then
    return 0;
  end if;
  select least(coins, v_purchase.gems) into v_taken from public.profiles where user_id = v_purchase.user_id for update;
  if coalesce(v_taken, 0) = 0 then
    return 0;
  end if;
  perform private.enter(
    v_purchase.user_id, 'clawback', -v_taken,
    v_purchase.package_name || ' purchase refunded (Paystack Ref: ' || p_reference || ')', null, 'clawback:' || p_reference);
  return v_taken;
end $$;

revoke execute on function public.settle_purchase(text, integer, text) from public, anon, authenticated, service_role;
revoke execute on function public.take_back_purchase(text) from public, anon, authenticated, service_role;
grant execute on function public.settle_purchase(text, integer, text) to service_role;
grant execute on function public.take_back_purchase(text) to service_role;
