-- The ledger and purchases: their owner reads them; only functions that the server calls write them.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path to public, extensions;
select plan(57);

insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values
  ('00000000-0000-4000-8000-00000000000a', 'ada-' || gen_random_uuid() || '@example.com', '{"full_name": "Ada Obi"}', now()),
  ('00000000-0000-4000-8000-00000000000b', 'bayo-' || gen_random_uuid() || '@example.com', '{}', now());
insert into purchases (user_id, reference, package_id, package_name, gems, amount_kobo, display_currency) values
  ('00000000-0000-4000-8000-00000000000a', 'pgtap-ada', 'starter', 'Starter', 8, 250000, 'NGN'),
  ('00000000-0000-4000-8000-00000000000b', 'pgtap-bayo', 'starter', 'Starter', 8, 250000, 'NGN');
create function pg_temp.writable(of_table text, by_role text) returns setof text language sql as $$
  select lower(privilege_type) || ' ' || column_name from information_schema.column_privileges
  where table_schema = 'public' and table_name = of_table and grantee = by_role and privilege_type in ('INSERT', 'UPDATE') $$;

select table_privs_are('public', of_table, role, may, role || ': ' || of_table)
  from (values ('anon', '{}'::name[]), ('authenticated', '{SELECT}'), ('service_role', '{SELECT}')) as granted (role, may)
  cross join unnest(array['coin_transactions', 'purchases']) as of_table;
select is_empty(format('select pg_temp.writable(%L, %L)', of_table, role), role || ' writes no column of ' || of_table)
  from (values ('coin_transactions', 'authenticated'), ('coin_transactions', 'service_role'), ('purchases', 'authenticated'))
    as granted (of_table, role);
select set_eq(
  $$ select pg_temp.writable('purchases', 'service_role') $$,
  array['insert user_id', 'insert reference', 'insert package_id', 'insert package_name', 'insert gems', 'insert amount_kobo',
    'insert display_currency', 'insert display_amount_usd_cents', 'update status', 'update checked_at',
    'update receipt_mailed_at', 'update receipt_tries'],
  'the service inserts purchases and cannot mark them as paid');
select policies_are('public', 'coin_transactions', array['members read their own transactions'], 'members only read the ledger');
select policies_are('public', 'purchases', array['members read their own purchases'], 'members only read purchases');

select function_privs_are('public', name, arguments, role,
    case when role = 'service_role' then array['EXECUTE'] else '{}' end, role || ': ' || name)
  from (values
    ('add_coins_to_user', array['uuid', 'integer', 'text', 'text']),
    ('deduct_coins_for_transformation', array['uuid', 'uuid', 'integer']),
    ('return_coins_for_transformation', array['uuid', 'uuid', 'text']),
    ('credit_back_transformation', array['uuid', 'uuid', 'text']),
    ('settle_purchase', array['text', 'integer', 'text']),
    ('take_back_purchase', array['text']),
    ('receipt_address', array['text'])) as functions (name, arguments)
  cross join unnest(array['anon', 'authenticated', 'service_role']) as role;

-- Not even the schema's owner changes the ledger.
select throws_ok(attempt, '23001', null, 'no role may: ' || attempt) from (values
  ('update coin_transactions set amount = amount'), ('delete from coin_transactions'), ('truncate coin_transactions')) as attempts (attempt);

set local role anon;
select throws_ok(attempt, '42501', null, 'a visitor may not: ' || attempt) from (values
  ('select id from coin_transactions'), ('select id from purchases'),
  ($$ select settle_purchase('pgtap-ada', 250000, 'NGN') $$)) as attempts (attempt);

set local role authenticated;
set local request.jwt.claims to '{"sub": "00000000-0000-4000-8000-00000000000a", "role": "authenticated"}';
select results_eq('select distinct user_id::text from coin_transactions', array['00000000-0000-4000-8000-00000000000a'],
  'a member sees their own ledger only');
select results_eq('select reference from purchases', array['pgtap-ada'], 'a member sees their own purchases only');
select throws_ok(attempt, '42501', null, 'a member may not: ' || attempt) from (values
  ($$ insert into coin_transactions (user_id, type, amount, idempotency_key)
      values ('00000000-0000-4000-8000-00000000000a', 'bonus', 9, 'mine') $$),
  ('update coin_transactions set amount = 9'),
  ('delete from coin_transactions'),
  ('update purchases set status = ''paid'', paid_at = now()'),
  ('delete from purchases'),
  ($$ select add_coins_to_user('00000000-0000-4000-8000-00000000000a', 9, 'mine', 'mine') $$),
  ($$ select settle_purchase('pgtap-ada', 250000, 'NGN') $$),
  ($$ select receipt_address('pgtap-bayo') $$)) as attempts (attempt);

set local role service_role;
select throws_ok(attempt, '42501', null, 'the service may not: ' || attempt) from (values
  ($$ insert into coin_transactions (user_id, type, amount, idempotency_key)
      values ('00000000-0000-4000-8000-00000000000a', 'bonus', 9, 'mine') $$),
  ('update purchases set paid_at = now()'),
  ('update purchases set gems = 900'),
  ('delete from purchases')) as attempts (attempt);
select throws_ok('update purchases set status = ''paid''', '23514', null, 'the service may not mark a purchase as paid');
select is(settle_purchase('pgtap-ada', 250000, 'NGN'), 'credited', 'settling a confirmed purchase credits it');
select is(settle_purchase('pgtap-ada', 250000, 'NGN'), 'already-credited', 'settling it again credits nothing');

reset role;
select is((select sum(coins) from profiles), (select sum(amount) from coin_transactions join profiles using (user_id)),
  'balances equal the sums of the ledger');

select * from finish();
rollback;
