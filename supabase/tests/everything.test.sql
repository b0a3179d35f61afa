-- What holds for every table and function of ours. What each may do stands in its room's file beside this one.
--
-- `supabase test db --linked` runs all of them on the hosted project, `npm test` on a PostgreSQL with Supabase's roles
-- (tests/database/pgtap.test.ts). Everything is rolled back.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path to public, extensions;
select plan(20);

-- Whoever adds something adds it here, and says in a room's file who may do what with it.
select tables_are('public', array[
  'batches', 'coin_transactions', 'deleted_requests', 'done_notices', 'draft_photos', 'drafts', 'photos',
  'picture_removals', 'presets', 'profiles', 'purchases', 'share_reports', 'shares',
  'transformation_looks', 'transformations'
], 'there is no table that nobody thought of');
select views_are('public', array[]::name[], 'there is no view, which would read with its owner''s rights');
select materialized_views_are('public', array[]::name[], 'nor a materialized one');
select sequences_are('public', array['coin_transactions_id_seq'], 'the ledger alone is numbered');
select functions_are('public', array[
  'add_coins_to_user', 'admit_generations', 'credit_back_transformation', 'deduct_coins_for_transformation',
  'done_notice_address', 'note_end', 'photos_before', 'receipt_address', 'release_generation',
  'return_coins_for_transformation', 'settle_purchase', 'take_back_purchase'
], 'there is no function that nobody thought of');

select is_empty(
  $$ select oid::regclass from pg_class
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and not relrowsecurity $$,
  'every table has row level security on');
select is_empty(
  $$ select tablename, policyname from pg_policies
     where schemaname in ('public', 'private') and (roles <> '{authenticated}' or permissive <> 'PERMISSIVE') $$,
  'every policy is for signed-in members');
select is_empty(
  $$ select tablename, policyname from pg_policies
     where schemaname in ('public', 'private') and coalesce(qual, with_check) not like '%( SELECT auth.uid() AS uid)%' $$,
  'and compares with who is asking');
select is_empty(
  $$ select oid::regprocedure from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and coalesce(proconfig, '{}') <> '{"search_path=\"\""}' $$,
  'every function has an empty search path');

-- Visitors: nothing at all.
select is_empty(
  $$ select c.oid::regclass, right_to from pg_class c
     cross join unnest(array['select', 'insert', 'update', 'references']) as right_to
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v', 'm', 'f')
       and (has_any_column_privilege('anon', c.oid, right_to) or has_table_privilege('anon', c.oid, 'delete, truncate, trigger')) $$,
  'visitors have no right to a table or a column of one');
select is_empty(
  $$ select oid::regprocedure from pg_proc
     where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute') $$,
  'nor to a function');

-- Members: no function but the one that counts who waits.
select results_eq(
  $$ select proname::text collate "default" from pg_proc
     where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute') $$,
  array['photos_before'], 'members call photos_before and no other function');
select is_empty(
  $$ select c.oid::regclass, grantee from pg_class c cross join unnest(array['anon', 'authenticated', 'service_role']) as grantee
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p')
       and has_table_privilege(grantee, c.oid, 'truncate, references, trigger') $$,
  'nobody empties a table, refers to one or puts a trigger on one');
select is_empty(
  $$ select c.oid::regclass, grantee from pg_class c cross join unnest(array['anon', 'authenticated', 'service_role']) as grantee
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'S'
       and has_sequence_privilege(grantee, c.oid, 'usage, select, update') $$,
  'nobody draws or sets a number');

-- What is kept in private belongs to the functions of ours that run with its owner's rights.
select schema_privs_are('private', role, array[]::name[], role || ' does not reach private')
  from unnest(array['anon', 'authenticated', 'service_role']) as role;
select is_empty(
  $$ select c.oid::regclass, grantee, right_to from pg_class c
     cross join unnest(array['anon', 'authenticated', 'service_role']) as grantee
     cross join unnest(array['select', 'insert', 'update']) as right_to
     where relnamespace = 'private'::regnamespace and relkind in ('r', 'p') and has_any_column_privilege(grantee, c.oid, right_to) $$,
  'nor anything in it');
select is_empty(
  $$ select p.oid::regprocedure, grantee from pg_proc p cross join unnest(array['anon', 'authenticated', 'service_role']) as grantee
     where pronamespace = 'private'::regnamespace and has_function_privilege(grantee, p.oid, 'execute') $$,
  'nor calls what is in it');

-- Supabase gives every new table to everybody, until the first migration.
create table public.made_tomorrow (id integer);
select is_empty(
  $$ select grantee, privilege_type from information_schema.role_table_grants
     where table_name = 'made_tomorrow' and grantee in ('anon', 'authenticated', 'service_role') $$,
  'a table made tomorrow is nobody''s until it is granted');

select * from finish();
rollback;
