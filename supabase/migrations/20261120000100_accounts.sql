-- Members' profiles and the record of welcome bonuses. Supabase Auth (or the embedded identity, with the same table)
-- owns auth.users; profiles reference its id.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema public to anon, authenticated, service_role;

-- Every access needs an explicit grant: Supabase's defaults give every new table to anon.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated, service_role;

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  display_name text check (char_length(display_name) <= 200),
  avatar_url text,
  coins integer not null default 0 check (coins >= 0),
  total_transformations integer not null default 0 check (total_transformations >= 0),
  created_at timestamptz not null default now()
);
comment on column public.profiles.coins is 'Gem balance. Changes only together with a row in coin_transactions.';

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated, service_role;
grant select, update (display_name) on public.profiles to authenticated;
grant select, update (display_name, total_transformations) on public.profiles to service_role;
create policy "members read their own profile" on public.profiles
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members rename themselves" on public.profiles
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- Each normalised address gets the bonus once, even after its account is deleted. The table stores a keyed hash: a
-- comparison with a list of addresses needs the key.
create table private.hash_keys (name text primary key, key bytea not null);
insert into private.hash_keys
  values ('welcome_bonus', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
create table private.welcome_bonuses (
  address_hash bytea primary key,
  granted_at timestamptz not null default now()
);
alter table private.hash_keys enable row level security;
alter table private.welcome_bonuses enable row level security;

-- Maps a mailbox's spellings to one: lower case, no plus-tag, no dots for Gmail (which ignores them).
create function private.normalised_address(p_email text) returns text
language sql immutable strict set search_path = '' as $$
  select case when parts.domain in ('gmail.com', 'googlemail.com')
    then replace(parts.local, '.', '') || '@gmail.com'
    else parts.local || '@' || parts.domain end
  from (
    select split_part(split_part(lower(trim(p_email)), '@', 1), '+', 1) as local,
           split_part(lower(trim(p_email)), '@', 2) as domain
  ) as parts
$$;

-- Nested keyed SHA-256 (the envelope construction): built in, so no extension is needed on any host.
create function private.address_hash(p_email text) returns bytea
language sql stable strict set search_path = '' as $$
  select sha256(k.key || sha256(k.key || convert_to(private.normalised_address(p_email), 'UTF8')))
  from private.hash_keys k where k.name = 'welcome_bonus'
$$;
