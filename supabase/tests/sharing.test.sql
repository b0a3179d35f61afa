-- Links to results and reports about them.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path to public, extensions;
select plan(29);

insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values
  ('00000000-0000-4000-8000-00000000000a', 'ada-' || gen_random_uuid() || '@example.com', '{"full_name": "Ada Obi"}', now()),
  ('00000000-0000-4000-8000-00000000000b', 'bayo-' || gen_random_uuid() || '@example.com', '{}', now());
insert into transformations (id, user_id, tool, recipe, original_name, original_url, idempotency_key)
  select ('70000000-0000-4000-8000-00000000000' || who)::uuid, ('00000000-0000-4000-8000-00000000000' || who)::uuid, 'surprise-me', '{}',
    'Lagos', '/images/x/full', 'pgtap-press'
  from unnest(array['a', 'b']) as who;
insert into shares (id, user_id, transformation_id, token, shows_original)
  select ('50000000-0000-4000-8000-00000000000' || who)::uuid, ('00000000-0000-4000-8000-00000000000' || who)::uuid,
    ('70000000-0000-4000-8000-00000000000' || who)::uuid, md5(gen_random_uuid()::text), false
  from unnest(array['a', 'b']) as who;
insert into share_reports (share_id, token, reason, reply_to)
  select id, token, 'copyright', 'chidi@example.com' from shares where id::text like '50000000-0000-4000-8000-%';
create function pg_temp.writable(of_table text, by_role text) returns setof text language sql as $$
  select lower(privilege_type) || ' ' || column_name from information_schema.column_privileges
  where table_schema = 'public' and table_name = of_table and grantee = by_role and privilege_type in ('INSERT', 'UPDATE') $$;

select table_privs_are('public', of_table, role, may, role || ': ' || of_table) from (values
  ('shares', 'anon', '{}'::name[]),
  ('shares', 'authenticated', '{SELECT}'),
  ('shares', 'service_role', '{SELECT}'),
  ('share_reports', 'anon', '{}'),
  ('share_reports', 'authenticated', '{}'),
  ('share_reports', 'service_role', '{SELECT,DELETE}')) as granted (of_table, role, may);
select set_eq(format('select pg_temp.writable(%L, ''service_role'')', of_table), columns, 'the service writes these columns of ' || of_table)
  from (values
    ('shares', array['insert user_id', 'insert transformation_id', 'insert token', 'insert shows_original', 'insert preview_width',
      'update shows_original', 'update revoked_at', 'update taken_down_at']),
    ('share_reports', array['insert share_id', 'insert token', 'insert reason', 'insert details', 'insert reply_to',
      'update mailed_at'])) as granted (of_table, columns);
select is_empty(format('select pg_temp.writable(%L, ''authenticated'')', of_table), 'members write no column of ' || of_table)
  from unnest(array['shares', 'share_reports']) as of_table;
select policies_are('public', 'shares', array['members see their own shares'], 'only their owner reads links');
select policies_are('public', 'share_reports', array[]::name[], 'no member reads reports');

-- The server opens a link by its token; visitors cannot list links.
set local role anon;
select throws_ok('select * from ' || of_table, '42501', null, 'a visitor reads no ' || of_table)
  from unnest(array['shares', 'share_reports']) as of_table;

set local role authenticated;
set local request.jwt.claims to '{"sub": "00000000-0000-4000-8000-00000000000a", "role": "authenticated"}';
select results_eq('select user_id::text from shares', array['00000000-0000-4000-8000-00000000000a'], 'a member sees their own links only');
select throws_ok(attempt, '42501', null, 'a member may not: ' || attempt) from (values
  ('select * from share_reports'),
  ('insert into share_reports (token, reason) values (''x'', ''other'')'),
  ('delete from share_reports'),
  ('insert into shares (user_id) values (''00000000-0000-4000-8000-00000000000a'')'),
  ('update shares set token = repeat(''0'', 32)'),
  ('update shares set revoked_at = null'),
  ('update shares set taken_down_at = null'),
  ('delete from shares')) as attempts (attempt);

set local role service_role;
select throws_ok(attempt, '42501', null, 'the service may not: ' || attempt) from (values
  ('update shares set token = repeat(''0'', 32)'),
  ('update shares set user_id = ''00000000-0000-4000-8000-00000000000a'''),
  ('delete from shares'),
  ('update share_reports set reason = ''other'''),
  ('update share_reports set details = null')) as attempts (attempt);
select throws_ok($$ insert into shares (user_id, transformation_id, token, shows_original)
  values ('00000000-0000-4000-8000-00000000000a', '70000000-0000-4000-8000-00000000000a', md5('another'), true) $$,
  '23505', null, 'a result has one live link at a time');

select * from finish();
rollback;
