-- Refunds and disputes of purchases as the provider reports them. Gems leave the balance when a refund begins and come
-- back when it fails. public.take_back_purchase stays for the previous version.

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  reference text not null references public.purchases (reference),
  provider_id text not null check (char_length(provider_id) between 1 and 100),
  kind text not null check (kind in ('refund', 'dispute')),
  amount_kobo bigint not null check (amount_kobo >= 0),
  status text not null check (status in ('begun', 'done', 'failed', 'needs-attention')),
  due_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  unique (reference, provider_id)
);
comment on table public.refunds is
  'One row per refund or dispute at the provider. user_id has no foreign key on purpose, as in purchases.';
comment on column public.refunds.provider_id is
  'The provider''s id; "dispute:<id>" for disputes, "reversed" for a reversal without a refund of its own, "before" for '
  'refunds older than this table.';
comment on column public.refunds.status is
  'Refund: needs-attention waits for the buyer''s bank details. Dispute: begun is open, done is lost, failed is won.';
comment on column public.refunds.due_at is 'Until when a dispute can be answered.';
comment on column public.refunds.checked_at is 'Last request to the provider about it.';
create index refunds_by_owner on public.refunds (user_id, created_at desc);
create index refunds_open on public.refunds (checked_at) where status in ('begun', 'needs-attention');

alter table public.refunds enable row level security;
revoke all on public.refunds from anon, authenticated, service_role;
grant select on public.refunds to authenticated, service_role;
grant update (checked_at) on public.refunds to service_role;
create policy "members read their own refunds" on public.refunds
  for select to authenticated using (user_id = (select auth.uid()));

insert into public.refunds (user_id, reference, provider_id, kind, amount_kobo, status, created_at, changed_at)
  select user_id, reference, 'before', 'refund', amount_kobo, 'done', refunded_at, refunded_at
  from public.purchases where refunded_at is not null;

-- Records the provider's report of a purchase's refunds and disputes, and moves gems accordingly, under the purchase's
-- row lock. Safe to repeat. p_refunds: [{ id, kind, amountKobo, status, dueAt? }]. Money counts as returned for refunds
-- that did not fail and disputes that were lost. If the full price is returned, the purchase's remaining gems are
-- removed, never below 0; if less again, the removed gems come back. Returns the gems moved (negative: removed), null
-- for an unknown reference.
create function public.record_refunds(p_reference text, p_refunds jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_purchase public.purchases;
  v_returned bigint;
  v_moved integer := 0;
  v_turns integer;
begin
  select * into v_purchase from public.purchases where reference = p_reference for update;
  if not found then
    return null;
  end if;
  delete from public.refunds where reference = p_reference and provider_id in ('before', 'reversed')
    and exists (select 1 from jsonb_array_elements(p_refunds) r where r ->> 'id' not in ('before', 'reversed'));
  insert into public.refunds as known (user_id, reference, provider_id, kind, amount_kobo, status, due_at)
    select v_purchase.user_id, p_reference, r ->> 'id', r ->> 'kind', (r ->> 'amountKobo')::bigint, r ->> 'status',
      (r ->> 'dueAt')::timestamptz
    from jsonb_array_elements(p_refunds) r
    on conflict (reference, provider_id) do update set
      amount_kobo = excluded.amount_kobo,
      due_at = coalesce(excluded.due_at, known.due_at),
      -- A reminder may arrive after the dispute's end.
      status = case when known.kind = 'dispute' and excluded.status = 'begun' then known.status else excluded.status end,
      changed_at = case when known.status = excluded.status then known.changed_at else now() end,
      checked_at = now();
  select coalesce(sum(amount_kobo), 0) into v_returned from public.refunds
    where reference = p_reference and (status = 'done' or (kind = 'refund' and status <> 'failed'));
  -- A process of the previous version may have removed the gems without a row here.
  if not exists (select 1 from public.refunds where reference = p_reference) then
    return 0;
  end if;
  select count(*) into v_turns from public.coin_transactions
    where idempotency_key = 'clawback:' || p_reference or idempotency_key like 'clawback:' || p_reference || ':%';
  if v_returned >= v_purchase.amount_kobo and v_purchase.refunded_at is null then
    update public.purchases
      set refunded_at = now(), status = case when status = 'pending' then 'failed' else status end
      where id = v_purchase.id;
    if v_purchase.status = 'paid' then
      select least(coins, v_purchase.gems) into v_moved from public.profiles where user_id = v_purchase.user_id for update;
      if coalesce(v_moved, 0) = 0 then
        return 0;
      end if;
      perform private.enter(
        v_purchase.user_id, 'clawback', -v_moved,
        v_purchase.package_name || ' purchase refunded (Paystack Ref: ' || p_reference || ')', null,
        'clawback:' || p_reference || case when v_turns = 0 then '' else ':' || (v_turns + 1)::text end);
      return -v_moved;
    end if;
  elsif v_returned < v_purchase.amount_kobo and v_purchase.refunded_at is not null then
    update public.purchases set refunded_at = null where id = v_purchase.id;
    select coalesce(-sum(amount), 0) into v_moved from public.coin_transactions
      where idempotency_key = 'clawback:' || p_reference or idempotency_key like 'clawback:' || p_reference || ':%'
        or idempotency_key like 'purchase:' || p_reference || ':restored:%';
    if v_moved = 0 or not private.enter(
        v_purchase.user_id, 'purchase', v_moved,
        v_purchase.package_name || ' purchase: its refund failed (Paystack Ref: ' || p_reference || ')', null,
        'purchase:' || p_reference || ':restored:' || v_turns) then
      return 0;
    end if;
  end if;
  return v_moved;
end $$;

revoke execute on function public.record_refunds(text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.record_refunds(text, jsonb) to service_role;
