-- The promises that matter most, checked on the hosted project itself: `supabase test db --linked`. Everything is
-- rolled back. (tests/database checks all of them in depth, on PGlite and on a plain PostgreSQL.)
begin;
create extension if not exists pgtap with schema extensions;
set local search_path to public, extensions;
select plan(14);

insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values
  ('00000000-0000-4000-8000-00000000000a', 'ada-' || gen_random_uuid() || '@example.com', '{"full_name": "Ada Obi"}', now()),
  ('00000000-0000-4000-8000-00000000000b', 'bayo-' || gen_random_uuid() || '@example.com', '{}', now());

select is((select coins from profiles where user_id = '00000000-0000-4000-8000-00000000000a'), 2, 'a proven address gets 2 gems');
select throws_ok('delete from coin_transactions', '23001', null, 'not even the owner deletes ledger rows');
select throws_ok('truncate coin_transactions', '23001', null, 'nor truncates them');

select is_empty(
  $$ select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity $$,
  'every public table has row level security on');
select is_empty(
  $$ select table_name, privilege_type from information_schema.role_table_grants where table_schema = 'public' and grantee = 'anon' $$,
  'visitors have no privilege on any table');
select is_empty(
  $$ select p.oid::regprocedure from pg_proc p cross join unnest(array['anon', 'authenticated']) as caller
     where pronamespace = 'public'::regnamespace and has_function_privilege(caller, p.oid, 'execute')
       and proname <> 'photos_before' $$,
  'neither visitors nor members may call a function of ours but the one that counts who waits');

set local role authenticated;
set local request.jwt.claims to '{"sub": "00000000-0000-4000-8000-00000000000a", "role": "authenticated"}';

select results_eq('select user_id::text from profiles', array['00000000-0000-4000-8000-00000000000a'], 'a member sees their own profile only');
select results_eq('select distinct user_id::text from coin_transactions', array['00000000-0000-4000-8000-00000000000a'], 'and their own ledger only');
select throws_ok('update profiles set coins = 1000', '42501', null, 'a member cannot change their gems');
select throws_ok($$ insert into coin_transactions (user_id, type, amount, idempotency_key)
  values ('00000000-0000-4000-8000-00000000000a', 'bonus', 9, 'mine') $$, '42501', null, 'nor write to the ledger');
select throws_ok($$ select add_coins_to_user('00000000-0000-4000-8000-00000000000a', 9, 'mine', 'mine') $$, '42501', null,
  'nor credit themselves');
select lives_ok($$ update profiles set display_name = 'Ada' $$, 'a member can rename themselves');

reset role;
select is((select display_name from profiles where user_id = '00000000-0000-4000-8000-00000000000b'),
  (select email from auth.users where id = '00000000-0000-4000-8000-00000000000b')::text, 'and nobody else');
select is((select sum(coins) from profiles), (select sum(amount) from coin_transactions t join profiles using (user_id)),
  'balances add up to the ledger');

select * from finish();
rollback;
