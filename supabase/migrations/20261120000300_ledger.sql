-- The gem ledger: append-only rows, and the only functions that change a balance. Each function locks the
-- transformation's row if there is one, then the member's profile row, always in this order, so that changes to one
-- transformation and to one member's gems run one after another. Each is safe to repeat: a second call with the same
-- key changes nothing.

create table public.coin_transactions (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  type text not null check (type in ('bonus', 'purchase', 'usage', 'refund', 'clawback')),
  amount integer not null check (amount <> 0 and (amount < 0) = (type in ('usage', 'clawback'))),
  description text,
  transformation_id uuid,
  idempotency_key text not null unique,
  created_at timestamptz not null default now()
);
comment on table public.coin_transactions is
  'Append-only. user_id has no foreign key on purpose: deleting a person changes no row of the ledger.';
create index coin_transactions_by_owner on public.coin_transactions (user_id, created_at desc, id desc);
create index coin_transactions_by_transformation on public.coin_transactions (transformation_id);

alter table public.coin_transactions enable row level security;
revoke all on public.coin_transactions from anon, authenticated, service_role;
grant select on public.coin_transactions to authenticated, service_role;
create policy "members read their own transactions" on public.coin_transactions
  for select to authenticated using (user_id = (select auth.uid()));

create function private.refuse_ledger_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'coin_transactions is append-only' using errcode = 'restrict_violation';
end $$;
create trigger ledger_is_append_only before update or delete on public.coin_transactions
  for each row execute function private.refuse_ledger_change();
create trigger ledger_is_never_truncated before truncate on public.coin_transactions
  for each statement execute function private.refuse_ledger_change();

-- Adds one signed row and changes the balance by it. Returns false and changes nothing if the key exists already or the
-- balance would fall below 0. The caller's transaction holds the profile's row lock afterwards.
create function private.enter(
  p_user_id uuid, p_type text, p_amount integer, p_description text, p_transformation_id uuid, p_key text
) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform 1 from public.profiles where user_id = p_user_id for update;
  if not found then
    return false;
  end if;
  if exists (select 1 from public.coin_transactions where idempotency_key = p_key) then
    return false;
  end if;
  update public.profiles set coins = coins + p_amount where user_id = p_user_id and coins + p_amount >= 0;
  if not found then
    return false;
  end if;
  insert into public.coin_transactions (user_id, type, amount, description, transformation_id, idempotency_key)
    values (p_user_id, p_type, p_amount, p_description, p_transformation_id, p_key);
  return true;
exception when unique_violation then
  -- Another member used the same key at the same moment; the lock on this profile does not block that.
  return false;
end $$;

-- Holds gems for a transformation in progress. Returns true if they are held (now or by an earlier call for the same
-- transformation), false if the member has too few.
create function public.deduct_coins_for_transformation(
  p_user_id uuid, p_transformation_id uuid, p_coins_to_deduct integer
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_name text;
begin
  if p_coins_to_deduct is null or p_coins_to_deduct < 1 then
    raise exception 'p_coins_to_deduct must be at least 1' using errcode = 'invalid_parameter_value';
  end if;
  select original_name into v_name from public.transformations
    where id = p_transformation_id and user_id = p_user_id and status = 'processing' for update;
  if not found then
    return false;
  end if;
  if private.enter(p_user_id, 'usage', -p_coins_to_deduct, v_name, p_transformation_id, 'usage:' || p_transformation_id) then
    update public.transformations set coins_used = p_coins_to_deduct where id = p_transformation_id;
    return true;
  end if;
  return exists (
    select 1 from public.coin_transactions
    where idempotency_key = 'usage:' || p_transformation_id and user_id = p_user_id);
end $$;

-- Returns the held gems of a failed or deleted transformation, with the reason in the history. Returns true if the gems
-- are back (now or by an earlier call), false if none were held or the transformation is not failed.
create function public.return_coins_for_transformation(
  p_user_id uuid, p_transformation_id uuid, p_reason text
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_held integer;
  v_description text;
begin
  perform 1 from public.transformations where id = p_transformation_id for update;
  perform 1 from public.profiles where user_id = p_user_id for update;
  if exists (select 1 from public.transformations
             where id = p_transformation_id and (status <> 'failed' or user_id <> p_user_id)) then
    return false;
  end if;
  select -amount, description into v_held, v_description from public.coin_transactions
    where idempotency_key = 'usage:' || p_transformation_id and user_id = p_user_id;
  if not found then
    return false;
  end if;
  perform private.enter(p_user_id, 'refund', v_held, v_description || ': ' || p_reason, p_transformation_id,
    'refund:' || p_transformation_id);
  update public.transformations set coins_used = 0 where id = p_transformation_id;
  return exists (select 1 from public.coin_transactions where idempotency_key = 'refund:' || p_transformation_id);
end $$;

-- Credits bought gems once per payment reference. Returns true if this call credited them, false if an earlier one
-- did. Only the server calls it, after verifying the payment with the provider (docs/product/decisions.md, promise 2).
create function public.add_coins_to_user(
  p_user_id uuid, p_coins_to_add integer, p_description text, p_reference text
) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if p_coins_to_add is null or p_coins_to_add < 1 or coalesce(p_reference, '') = '' then
    raise exception 'p_coins_to_add and p_reference are required' using errcode = 'invalid_parameter_value';
  end if;
  return private.enter(p_user_id, 'purchase', p_coins_to_add, p_description, null, 'purchase:' || p_reference);
end $$;

-- Gives a new user a profile, and a proven address the welcome bonus of 2 gems, once per normalised address.
create function private.on_auth_user_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (user_id, display_name)
    values (new.id, left(coalesce(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), new.email), 200))
    on conflict (user_id) do nothing;
  if new.email_confirmed_at is not null then
    insert into private.welcome_bonuses (address_hash) values (private.address_hash(new.email))
      on conflict (address_hash) do nothing;
    if found then
      perform private.enter(new.id, 'bonus', 2, 'Welcome bonus', null, 'bonus:' || new.id);
    end if;
  end if;
  return null;
end $$;
create trigger photogem_member after insert or update of email_confirmed_at on auth.users
  for each row execute function private.on_auth_user_change();

revoke execute on all functions in schema public, private from public, anon, authenticated, service_role;
grant execute on function public.deduct_coins_for_transformation(uuid, uuid, integer) to service_role;
grant execute on function public.return_coins_for_transformation(uuid, uuid, text) to service_role;
grant execute on function public.add_coins_to_user(uuid, integer, text, text) to service_role;
