-- Daily limits on generation: how many transformations a member, and the whole product, may start. Days are Lagos days,
-- like the product's dates. The limits are configuration and come with each call.

-- Locks all altered tables first, in the app's order (reason: app/server/database/migrate.server.ts).
lock table public.transformations, public.profiles in access exclusive mode;

alter table public.profiles
  add column generations_on date,
  add column generations_that_day integer not null default 0 check (generations_that_day >= 0);
comment on column public.profiles.generations_on is 'The last day, in Lagos, on which this member started a transformation.';
comment on column public.profiles.generations_that_day is
  'How many they started on it. Only admit_generations and release_generation write it.';

-- Every request counts a member's running transformations.
create index transformations_running_by_owner on public.transformations (user_id) where status = 'processing';

-- The product's count in 16 shares, each with a sixteenth of the limit: requests of several members run in parallel,
-- and one that hangs before its commit blocks no other.
create table private.generation_shares (
  share integer primary key,
  day date not null,
  made integer not null check (made >= 0)
);
insert into private.generation_shares select share, date '2026-01-01', 0 from generate_series(0, 15) as share;
alter table private.generation_shares enable row level security;

create function private.product_day(p_moment timestamptz) returns date
language sql immutable strict set search_path = '' as $$
  select (p_moment at time zone 'Africa/Lagos')::date
$$;

-- Remainder of a share. A share already counted on a later day keeps that day: a transaction that began before midnight
-- may follow one that began after it.
create function private.share_room(p_share integer, p_day date, p_made integer, p_today date, p_limit integer)
returns integer
language sql immutable set search_path = '' as $$
  select greatest(0, p_limit / 16 + (case when p_share < p_limit % 16 then 1 else 0 end)
    - (case when p_day >= p_today then p_made else 0 end))
$$;

-- Counts p_count generations against the product's limit, or returns false and counts none. Exact: reads locked rows.
create function private.take_of_product(p_count integer, p_today date, p_limit integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  v_share integer;
  v_left integer := p_count;
  v_part record;
begin
  begin
    select share into v_share from private.generation_shares
      where private.share_room(share, day, made, p_today, p_limit) >= p_count
      order by random() limit 1 for update skip locked;
    if v_share is null then
      raise exception 'no share has room' using errcode = 'PGS01';
    end if;
    update private.generation_shares
      set made = p_count + (case when day >= p_today then made else 0 end), day = greatest(day, p_today)
      where share = v_share;
    return true;
  exception when sqlstate 'PGS01' then
    -- The rollback unlocks a share that proved full after its lock: nothing is locked during the wait for the others.
    null;
  end;
  perform 1 from private.generation_shares order by share for update;
  if (select sum(private.share_room(share, day, made, p_today, p_limit)) from private.generation_shares) < p_count then
    return false;
  end if;
  for v_part in
    select share, least(v_left, private.share_room(share, day, made, p_today, p_limit)) as room
      from private.generation_shares order by share
  loop
    update private.generation_shares
      set made = least(v_left, v_part.room) + (case when day >= p_today then made else 0 end),
        day = greatest(day, p_today)
      where share = v_part.share;
    v_left := v_left - least(v_left, v_part.room);
  end loop;
  return true;
end $$;

-- Decides whether p_count transformations, whose rows this transaction has inserted, may start. No row: they may, and
-- are counted. One row: they may not, nothing is counted, and the caller rolls back its transaction. `refused` names
-- the limit: `running` (p_running at once for a member), `member-day` or `product-day`; `room` how many more could
-- start, null if the member should not know; `wait_seconds` when to try again.
-- p_without_purchase_daily also limits members without a paid, unrefunded purchase: one gem that is returned again and
-- again costs real money each time, and an account costs nothing.
-- p_product_daily may be null: no limit. Call it right after inserting the rows, before taking other locks.
create function public.admit_generations(
  p_user_id uuid, p_count integer, p_running integer, p_member_daily integer, p_without_purchase_daily integer,
  p_product_daily integer
) returns table (refused text, room integer, wait_seconds integer)
language plpgsql security definer set search_path = '' as $$
declare
  v_today date := private.product_day(now());
  v_to_midnight integer;
  v_running integer;
  v_made integer;
  v_daily integer := p_member_daily;
begin
  if p_count is null or p_count < 1 then
    raise exception 'p_count must be at least 1' using errcode = 'invalid_parameter_value';
  end if;
  -- Held until the transaction ends: one member's requests are decided one after another.
  select case when p.generations_on >= v_today then p.generations_that_day else 0 end into v_made
    from public.profiles p where p.user_id = p_user_id for update;
  if not found then
    raise exception 'there is no such member' using errcode = 'foreign_key_violation';
  end if;
  if not exists (
    select 1 from public.purchases u where u.user_id = p_user_id and u.status = 'paid' and u.refunded_at is null
  ) then
    v_daily := least(p_member_daily, p_without_purchase_daily);
  end if;
  v_to_midnight := ceil(extract(epoch from ((v_today + 1)::timestamp at time zone 'Africa/Lagos') - now()));
  select count(*) into v_running from public.transformations t
    where t.user_id = p_user_id and t.status = 'processing';
  if v_running > p_running then
    return query select 'running', greatest(0, p_running - (v_running - p_count)), 60;
  elsif v_made + p_count > v_daily then
    return query select 'member-day', greatest(0, v_daily - v_made), v_to_midnight;
  elsif p_product_daily is not null and not private.take_of_product(p_count, v_today, p_product_daily) then
    return query select 'product-day', null::integer, v_to_midnight;
  else
    update public.profiles
      set generations_on = greatest(generations_on, v_today), generations_that_day = v_made + p_count
      where user_id = p_user_id;
  end if;
end $$;

-- Subtracts a failed transformation that never began from its day's count: it cost nothing to make. The caller has
-- ended it in this transaction, once, and holds its row lock.
create function public.release_generation(p_transformation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid;
  v_day date;
begin
  select user_id, private.product_day(created_at) into v_user_id, v_day from public.transformations
    where id = p_transformation_id and status = 'failed' and started_at is null;
  if not found then
    return;
  end if;
  update public.profiles set generations_that_day = generations_that_day - 1
    where user_id = v_user_id and generations_on = v_day and generations_that_day > 0;
  if not found then
    return;
  end if;
  -- If every share is locked at this moment, the count stays one too high.
  update private.generation_shares set made = made - 1
    where share = (
      select share from private.generation_shares
        where day = v_day and made > 0 order by random() limit 1 for update skip locked);
end $$;

revoke execute on all functions in schema private from public, anon, authenticated, service_role;
revoke execute on function public.admit_generations(uuid, integer, integer, integer, integer, integer)
  from public, anon, authenticated;
revoke execute on function public.release_generation(uuid) from public, anon, authenticated;
grant execute on function public.admit_generations(uuid, integer, integer, integer, integer, integer) to service_role;
grant execute on function public.release_generation(uuid) to service_role;
