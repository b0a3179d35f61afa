-- Profiles: names, settings and balances.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path to public, extensions;
select plan(24);

insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values
  ('00000000-0000-4000-8000-00000000000a', 'ada-' || gen_random_uuid() || '@example.com', '{"full_name": "Ada Obi"}', now()),
  ('00000000-0000-4000-8000-00000000000b', 'bayo-' || gen_random_uuid() || '@example.com', '{}', now());
create function pg_temp.writable(of_table text, by_role text) returns setof text language sql as $$
  select lower(privilege_type) || ' ' || column_name from information_schema.column_privileges
  where table_schema = 'public' and table_name = of_table and grantee = by_role and privilege_type in ('INSERT', 'UPDATE') $$;

select table_privs_are('public', 'profiles', role, may, role || ': profiles')
  from (values ('anon', '{}'::name[]), ('authenticated', '{SELECT}'), ('service_role', '{SELECT}')) as granted (role, may);
select set_eq(
  $$ select pg_temp.writable('profiles', 'authenticated') $$,
  array['update display_name', 'update keep_originals', 'update wants_done_notices'], 'members update these columns only');
select set_eq(
  $$ select pg_temp.writable('profiles', 'service_role') $$,
  array['update display_name', 'update photos_sent_since', 'update photos_sent_to', 'update total_transformations'],
  'the service updates these columns and no balance');
select policies_are('public', 'profiles', array['members read their own profile', 'members rename themselves'],
  'profiles have one policy for reading and one for changing');

select is((select coins from profiles where user_id = '00000000-0000-4000-8000-00000000000a'), 2, 'a confirmed address gets 2 gems');
select is((select display_name from profiles where user_id = '00000000-0000-4000-8000-00000000000a'), 'Ada Obi', 'a new profile has the name of the sign-up');

set local role anon;
select throws_ok('select user_id from profiles', '42501', null, 'a visitor reads no profile');

set local role authenticated;
set local request.jwt.claims to '{"sub": "00000000-0000-4000-8000-00000000000a", "role": "authenticated"}';
select results_eq('select user_id::text from profiles', array['00000000-0000-4000-8000-00000000000a'],
  'a member sees their own profile only');
select results_eq($$ update profiles set display_name = 'Ada', keep_originals = true, wants_done_notices = false returning user_id::text $$,
  array['00000000-0000-4000-8000-00000000000a'], 'a member changes their own name and settings only');
select throws_ok(attempt, '42501', null, 'a member may not: ' || attempt) from (values
  ('update profiles set coins = 1000'),
  ('update profiles set total_transformations = 9'),
  ('update profiles set kept_transformations = 0'),
  ('update profiles set avatar_url = ''https://example.com/a.png'''),
  ('update profiles set generations_that_day = 0'),
  ('update profiles set originals_counted_from = now() + interval ''1 year'''),
  ('update profiles set user_id = gen_random_uuid()'),
  ('insert into profiles (user_id, coins) values (gen_random_uuid(), 9)'),
  ('delete from profiles')) as attempts (attempt);

set local role service_role;
select throws_ok(attempt, '42501', null, 'the service may not: ' || attempt) from (values
  ('update profiles set coins = coins + 1'),
  ('insert into profiles (user_id) values (gen_random_uuid())'),
  ('delete from profiles')) as attempts (attempt);

reset role;
select is((select display_name from profiles where user_id = '00000000-0000-4000-8000-00000000000b'),
  (select email from auth.users where id = '00000000-0000-4000-8000-00000000000b')::text, 'another member''s profile is unchanged');

select * from finish();
rollback;
