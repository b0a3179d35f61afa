-- Transformations, looks, batches, keys of deleted requests and notices to mail.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path to public, extensions;
select plan(89);

insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values
  ('00000000-0000-4000-8000-00000000000a', 'ada-' || gen_random_uuid() || '@example.com', '{"full_name": "Ada Obi"}', now()),
  ('00000000-0000-4000-8000-00000000000b', 'bayo-' || gen_random_uuid() || '@example.com', '{}', now());
-- A waiting transformation (Ada's behind Bayo's), a look, a batch, a deleted request and a notice for each.
insert into transformations (id, user_id, tool, recipe, original_name, original_url, idempotency_key, created_at)
  select ('70000000-0000-4000-8000-00000000000' || who)::uuid, ('00000000-0000-4000-8000-00000000000' || who)::uuid, 'surprise-me', '{}',
    'Lagos', '/images/x/full', 'pgtap-press', now() - (case who when 'b' then interval '1 minute' else interval '0' end)
  from unnest(array['a', 'b']) as who;
insert into photos (id, user_id, kind, public_id, file_name, mime_type, width, height, bytes, placeholder)
  select ('80000000-0000-4000-8000-00000000000' || who)::uuid, ('00000000-0000-4000-8000-00000000000' || who)::uuid, 'result',
    'pgtap/look-' || who, 'photo', 'image/jpeg', 900, 1200, 10, 'data:image/webp;base64,AAAA'
  from unnest(array['a', 'b']) as who;
insert into transformation_looks (transformation_id, look, photo_id, user_id)
  select ('70000000-0000-4000-8000-00000000000' || who)::uuid, 'bright', ('80000000-0000-4000-8000-00000000000' || who)::uuid,
    ('00000000-0000-4000-8000-00000000000' || who)::uuid
  from unnest(array['a', 'b']) as who;
insert into batches (user_id, tool, idempotency_key)
  select ('00000000-0000-4000-8000-00000000000' || who)::uuid, 'surprise-me', 'pgtap-batch' from unnest(array['a', 'b']) as who;
insert into deleted_requests (user_id, idempotency_key)
  select ('00000000-0000-4000-8000-00000000000' || who)::uuid, 'pgtap-deleted' from unnest(array['a', 'b']) as who;
insert into done_notices (id, user_id, transformation_id)
  select id, user_id, id from transformations where idempotency_key = 'pgtap-press' and id::text like '70000000-0000-4000-8000-%';
create function pg_temp.writable(of_table text, by_role text) returns setof text language sql as $$
  select lower(privilege_type) || ' ' || column_name from information_schema.column_privileges
  where table_schema = 'public' and table_name = of_table and grantee = by_role and privilege_type in ('INSERT', 'UPDATE') $$;

select table_privs_are('public', of_table, role, may, role || ': ' || of_table) from (values
  ('transformations', 'anon', '{}'::name[]),
  ('transformations', 'authenticated', '{SELECT}'),
  ('transformations', 'service_role', '{SELECT,INSERT,UPDATE,DELETE}'),
  ('transformation_looks', 'anon', '{}'),
  ('transformation_looks', 'authenticated', '{SELECT}'),
  ('transformation_looks', 'service_role', '{SELECT,INSERT}'),
  ('unstored_results', 'anon', '{}'),
  ('unstored_results', 'authenticated', '{}'),
  ('unstored_results', 'service_role', '{SELECT,INSERT,DELETE}'),
  ('batches', 'anon', '{}'),
  ('batches', 'authenticated', '{SELECT}'),
  ('batches', 'service_role', '{SELECT,INSERT}'),
  ('deleted_requests', 'anon', '{}'),
  ('deleted_requests', 'authenticated', '{SELECT}'),
  ('deleted_requests', 'service_role', '{SELECT,INSERT,DELETE}'),
  ('done_notices', 'anon', '{}'),
  ('done_notices', 'authenticated', '{SELECT}'),
  ('done_notices', 'service_role', '{SELECT,DELETE}')) as granted (of_table, role, may);
select set_eq(format('select pg_temp.writable(%L, %L)', of_table, role), columns, role || ' writes these columns of ' || of_table)
  from (values
    ('transformations', 'authenticated', array['update original_name', 'update seen_at']),
    ('done_notices', 'service_role', array['update claimed_at', 'update tries'])) as granted (of_table, role, columns);
select is_empty(format('select pg_temp.writable(%L, ''authenticated'')', of_table), 'members write no column of ' || of_table)
  from unnest(array['transformation_looks', 'batches', 'deleted_requests', 'done_notices']) as of_table;
select policies_are('public', of_table, policies, of_table || ' has these policies') from (values
  ('transformations', array['members see their own transformations', 'members rename their own transformations']),
  ('transformation_looks', array['members see the looks of their own results']),
  ('batches', array['members see their own batches']),
  ('deleted_requests', array['members see what they deleted']),
  ('done_notices', array['members see what is to be mailed to them'])) as guarded (of_table, policies);

select function_privs_are('public', name, arguments, role, case when role = caller then array['EXECUTE'] else '{}' end, role || ': ' || name)
  from (values
    ('photos_before', array['uuid'], 'authenticated'),
    ('search_transformations', array['text', 'text', 'timestamp with time zone', 'uuid', 'integer'], 'authenticated'),
    ('admit_generations', array['uuid', 'integer', 'integer', 'integer', 'integer', 'integer'], 'service_role'),
    ('release_generation', array['uuid'], 'service_role'),
    ('note_end', array['uuid', 'integer', 'integer'], 'service_role'),
    ('done_notice_address', array['uuid'], 'service_role')) as functions (name, arguments, caller)
  cross join unnest(array['anon', 'authenticated', 'service_role']) as role;

set local role anon;
select throws_ok(attempt, '42501', null, 'a visitor may not: ' || attempt) from (values
  ('select id from transformations'), ('select look from transformation_looks'), ('select id from batches'), ('select user_id from deleted_requests'),
  ('select id from done_notices'), ('select photos_before(''70000000-0000-4000-8000-00000000000a'')')) as attempts (attempt);

set local role authenticated;
set local request.jwt.claims to '{"sub": "00000000-0000-4000-8000-00000000000a", "role": "authenticated"}';
select results_eq('select user_id::text from ' || of_table, array['00000000-0000-4000-8000-00000000000a'],
    'a member sees their own ' || of_table || ' only')
  from unnest(array['transformations', 'transformation_looks', 'batches', 'deleted_requests', 'done_notices']) as of_table;
select results_eq($$ update transformations set original_name = 'Abuja', seen_at = now() returning user_id::text $$,
  array['00000000-0000-4000-8000-00000000000a'], 'a member renames their own transformations only');
select throws_ok(attempt, '42501', null, 'a member may not: ' || attempt) from (values
  ('update transformations set status = ''completed'''),
  ('update transformations set coins_used = 0'),
  ('update transformations set enhanced_url = ''/images/x/full'''),
  ('update transformations set result_photo_id = gen_random_uuid()'),
  ('update transformations set turn = 0'),
  ('update transformations set user_id = gen_random_uuid()'),
  ('insert into transformations (user_id) values (''00000000-0000-4000-8000-00000000000a'')'),
  ('delete from transformations'),
  ('update transformation_looks set look = ''vivid'''),
  ('delete from transformation_looks'),
  ('insert into transformation_looks (user_id) values (''00000000-0000-4000-8000-00000000000a'')'),
  ('insert into batches (user_id) values (''00000000-0000-4000-8000-00000000000a'')'),
  ('delete from batches'),
  ('insert into deleted_requests (user_id) values (''00000000-0000-4000-8000-00000000000a'')'),
  ('delete from deleted_requests'),
  ('update done_notices set tries = 0'),
  ('delete from done_notices'),
  ('select done_notice_address(''70000000-0000-4000-8000-00000000000b'')'),
  ('select * from admit_generations(''00000000-0000-4000-8000-00000000000a'', 1, 9, 9, 9, 9)'),
  ('select release_generation(''70000000-0000-4000-8000-00000000000a'')')) as attempts (attempt);
select cmp_ok(photos_before('70000000-0000-4000-8000-00000000000a'), '>=', 1, 'a member reads how many photos are before theirs');
select results_eq($$ select search_transformations('%', null, null, null, 10) $$, array['70000000-0000-4000-8000-00000000000a'::uuid],
  'a member finds only their own transformations');
select is(photos_before('70000000-0000-4000-8000-00000000000b'), 0, 'a member reads nothing about another member''s place');

set local role service_role;
select throws_ok(attempt, '42501', null, 'the service may not: ' || attempt) from (values
  ('update transformation_looks set look = ''vivid'''),
  ('delete from transformation_looks'),
  ('update batches set tool = ''art-style'''),
  ('delete from batches'),
  ('update deleted_requests set idempotency_key = ''another'''),
  ('insert into done_notices (id) values (gen_random_uuid())')) as attempts (attempt);

reset role;
select is((select original_name from transformations where id = '70000000-0000-4000-8000-00000000000b'), 'Lagos', 'another member''s transformation is not renamed');

select * from finish();
rollback;
