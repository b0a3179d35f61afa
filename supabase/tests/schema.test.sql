-- Rules for every table and function. The file of each subject tests its grants and policies.
--
-- `supabase test db --linked` runs them on the hosted project, `npm test` on a PostgreSQL with Supabase's roles
-- (tests/database/supabase.test.ts). Each file is rolled back.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path to public, extensions;
select plan(20);

-- Add a new table or function here, and its grants to the file of its subject.
select tables_are('public', array[
  'batches', 'coin_transactions', 'deleted_requests', 'done_notices', 'draft_photos', 'drafts', 'photos',
  'picture_removals', 'presets', 'profiles', 'purchases', 'refunds', 'share_reports', 'shares',
  'transformation_looks', 'transformations', 'tryouts', 'unstored_results'
], 'the public schema has these tables only');
select views_are('public', array[]::name[], 'the public schema has no view, which would read with its owner''s rights');
select materialized_views_are('public', array[]::name[], 'the public schema has no materialized view');
select sequences_are('public', array['coin_transactions_id_seq'], 'only the ledger has a sequence');
select functions_are('public', array[
  'add_coins_to_user', 'admit_generations', 'credit_back_transformation', 'deduct_coins_for_transformation',
  'done_notice_address', 'note_end', 'photos_before', 'receipt_address', 'record_refunds', 'release_generation',
  'return_coins_for_transformation', 'search_transformations', 'settle_purchase', 'take_back_purchase'
], 'the public schema has these functions only');

select is_empty(
  $$ select oid::regclass from pg_class
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and not relrowsecurity $$,
  'every table has row level security on');
select is_empty(
  $$ select tablename, policyname from pg_policies
     where schemaname in ('public', 'private') and (roles <> '{authenticated}' or permissive <> 'PERMISSIVE') $$,
  'every policy is permissive and for signed-in members only');
select is_empty(
  $$ select tablename, policyname from pg_policies
     where schemaname in ('public', 'private') and coalesce(qual, with_check) not like '%( SELECT auth.uid() AS uid)%' $$,
  'every policy compares with auth.uid()');
select is_empty(
  $$ select oid::regprocedure from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and coalesce(proconfig, '{}') <> '{"search_path=\"\""}' $$,
  'every function has an empty search path');

-- Visitors have no rights.
select is_empty(
  $$ select c.oid::regclass, right_to from pg_class c
     cross join unnest(array['select', 'insert', 'update', 'references']) as right_to
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v', 'm', 'f')
       and (has_any_column_privilege('anon', c.oid, right_to) or has_table_privilege('anon', c.oid, 'delete, truncate, trigger')) $$,
  'visitors have no right on any table or column');
select is_empty(
  $$ select oid::regprocedure from pg_proc
     where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute') $$,
  'visitors call no function');

-- Members call only the functions that read their position in the queue and search their gallery.
select results_eq(
  $$ select proname::text collate "default" from pg_proc
     where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute') order by 1 $$,
  array['photos_before', 'search_transformations'], 'members call only what reads for themselves');
select is_empty(
  $$ select c.oid::regclass, grantee from pg_class c cross join unnest(array['anon', 'authenticated', 'service_role']) as grantee
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p')
       and has_table_privilege(grantee, c.oid, 'truncate, references, trigger') $$,
  'no API role may truncate, reference or add triggers');
select is_empty(
  $$ select c.oid::regclass, grantee from pg_class c cross join unnest(array['anon', 'authenticated', 'service_role']) as grantee
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'S'
       and has_sequence_privilege(grantee, c.oid, 'usage, select, update') $$,
  'no API role uses a sequence');

-- Only security definer functions reach the schema private.
select schema_privs_are('private', role, array[]::name[], role || ' does not reach private')
  from unnest(array['anon', 'authenticated', 'service_role']) as role;
select is_empty(
  $$ select c.oid::regclass, grantee, right_to from pg_class c
     cross join unnest(array['anon', 'authenticated', 'service_role']) as grantee
     cross join unnest(array['select', 'insert', 'update']) as right_to
     where relnamespace = 'private'::regnamespace and relkind in ('r', 'p') and has_any_column_privilege(grantee, c.oid, right_to) $$,
  'no API role reads or writes a table in private');
select is_empty(
  $$ select p.oid::regprocedure, grantee from pg_proc p cross join unnest(array['anon', 'authenticated', 'service_role']) as grantee
     where pronamespace = 'private'::regnamespace and has_function_privilege(grantee, p.oid, 'execute') $$,
  'no API role calls a function in private');

-- Supabase grants every new table to all API roles by default; the first migration revokes that default.
create table public.made_tomorrow (id integer);
select is_empty(
  $$ select grantee, privilege_type from information_schema.role_table_grants
     where table_name = 'made_tomorrow' and grantee in ('anon', 'authenticated', 'service_role') $$,
  'a new table grants nothing to the API roles');

select * from finish();
rollback;
