-- Photos, try-outs, drafts, presets and the queue of pictures to remove from the photo host.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path to public, extensions;
select plan(78);

insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values
  ('00000000-0000-4000-8000-00000000000a', 'ada-' || gen_random_uuid() || '@example.com', '{"full_name": "Ada Obi"}', now()),
  ('00000000-0000-4000-8000-00000000000b', 'bayo-' || gen_random_uuid() || '@example.com', '{}', now());
-- Two originals, a result, a draft and a preset for each of Ada and Bayo.
insert into photos (id, user_id, kind, public_id, file_name, mime_type, width, height, bytes, placeholder)
  select (number || '0000000-0000-4000-8000-00000000000' || who)::uuid, ('00000000-0000-4000-8000-00000000000' || who)::uuid,
    kind, 'pgtap/' || who || number, 'photo', 'image/jpeg', 900, 1200, 10, 'data:image/webp;base64,AAAA'
  from unnest(array['a', 'b']) as who, (values (1, 'original'), (2, 'original'), (3, 'result')) as pictures (number, kind);
insert into drafts (id, user_id, tool, photo_id)
  select ('d0000000-0000-4000-8000-00000000000' || who)::uuid, ('00000000-0000-4000-8000-00000000000' || who)::uuid, 'surprise-me',
    ('10000000-0000-4000-8000-00000000000' || who)::uuid
  from unnest(array['a', 'b']) as who;
insert into draft_photos (draft_id, position, photo_id, user_id)
  select ('d0000000-0000-4000-8000-00000000000' || who)::uuid, 1, ('10000000-0000-4000-8000-00000000000' || who)::uuid,
    ('00000000-0000-4000-8000-00000000000' || who)::uuid
  from unnest(array['a', 'b']) as who;
insert into presets (user_id, name, tool, answers)
  select ('00000000-0000-4000-8000-00000000000' || who)::uuid, 'Beach of ' || who, 'art-style', '{}' from unnest(array['a', 'b']) as who;
insert into picture_removals (public_id, due_at) values ('pgtap/gone', now());
create function pg_temp.writable(of_table text, by_role text) returns setof text language sql as $$
  select lower(privilege_type) || ' ' || column_name from information_schema.column_privileges
  where table_schema = 'public' and table_name = of_table and grantee = by_role and privilege_type in ('INSERT', 'UPDATE') $$;

select table_privs_are('public', of_table, role, may, role || ': ' || of_table) from (values
  ('photos', 'anon', '{}'::name[]),
  ('photos', 'authenticated', '{SELECT}'),
  ('photos', 'service_role', '{SELECT,INSERT,UPDATE,DELETE}'),
  ('drafts', 'anon', '{}'),
  ('drafts', 'authenticated', '{SELECT,DELETE}'),
  ('drafts', 'service_role', '{SELECT,DELETE}'),
  ('draft_photos', 'anon', '{}'),
  ('draft_photos', 'authenticated', '{SELECT,DELETE}'),
  ('draft_photos', 'service_role', '{SELECT}'),
  ('presets', 'anon', '{}'),
  ('presets', 'authenticated', '{SELECT,DELETE}'),
  ('presets', 'service_role', '{SELECT}'),
  ('picture_removals', 'anon', '{}'),
  ('picture_removals', 'authenticated', '{}'),
  ('picture_removals', 'service_role', '{SELECT,INSERT,UPDATE,DELETE}'),
  ('tryouts', 'anon', '{}'),
  ('tryouts', 'authenticated', '{}'),
  ('tryouts', 'service_role', '{SELECT,INSERT,DELETE}')) as granted (of_table, role, may);
select set_eq(format('select pg_temp.writable(%L, %L)', of_table, role), columns, role || ' writes these columns of ' || of_table)
  from (values
    ('drafts', 'authenticated', array['insert id', 'insert user_id', 'insert tool', 'insert photo_id', 'insert answers',
      'update photo_id', 'update answers', 'update updated_at']),
    ('drafts', 'service_role', array['update updated_at']),
    ('draft_photos', 'authenticated', array['insert draft_id', 'insert position', 'insert photo_id', 'insert user_id']),
    ('presets', 'authenticated', array['update name']),
    ('presets', 'service_role', array['insert user_id', 'insert name', 'insert tool', 'insert answers'])) as granted (of_table, role, columns);
select is_empty(format('select pg_temp.writable(%L, %L)', of_table, role), role || ' writes no column of ' || of_table)
  from (values ('photos', 'authenticated'), ('draft_photos', 'service_role'), ('picture_removals', 'authenticated')) as granted (of_table, role);
select policies_are('public', of_table, policies, of_table || ' has these policies') from (values
  ('photos', array['members see their own photos']),
  ('drafts', array['members read their own drafts', 'members start drafts with their own photos', 'members change their own drafts',
    'members drop their own drafts']),
  ('draft_photos', array['members see the photos of their own drafts', 'members add their own photos to their own drafts',
    'members take photos out of their own drafts']),
  ('presets', array['members read their own presets', 'members rename their own presets', 'members delete their own presets']),
  ('picture_removals', '{}'),
  ('tryouts', '{}')) as guarded (of_table, policies);

set local role anon;
select throws_ok('select * from ' || of_table, '42501', null, 'a visitor reads no ' || of_table)
  from unnest(array['photos', 'drafts', 'draft_photos', 'presets', 'picture_removals', 'tryouts']) as of_table;

set local role authenticated;
set local request.jwt.claims to '{"sub": "00000000-0000-4000-8000-00000000000a", "role": "authenticated"}';
select results_eq('select distinct user_id::text from ' || of_table, array['00000000-0000-4000-8000-00000000000a'],
    'a member sees their own ' || of_table || ' only')
  from unnest(array['photos', 'drafts', 'draft_photos', 'presets']) as of_table;
select throws_ok(attempt, '42501', null, 'a member may not: ' || attempt) from (values
  ('select * from picture_removals'),
  ('select * from tryouts'),
  ('update tryouts set claimed_by = ''00000000-0000-4000-8000-00000000000a'''),
  ('delete from tryouts'),
  ('insert into picture_removals (public_id, due_at) values (''pgtap/b1'', now())'),
  ('insert into photos (user_id) values (''00000000-0000-4000-8000-00000000000a'')'),
  ('update photos set public_id = ''mine'''),
  ('update photos set user_id = ''00000000-0000-4000-8000-00000000000a'''),
  ('delete from photos'),
  ('update drafts set user_id = ''00000000-0000-4000-8000-00000000000b'''),
  ('update drafts set tool = ''art-style'''),
  ('update presets set answers = ''{}'''),
  ('insert into presets (user_id, name, tool, answers) values (''00000000-0000-4000-8000-00000000000a'', ''Free'', ''art-style'', ''{}'')'),
  ('update draft_photos set position = 2')) as attempts (attempt);
-- Row level security refuses these although the grants allow them.
select throws_ok(attempt, '42501', null, 'a member may not, on another member''s rows: ' || attempt) from (values
  ('insert into drafts (user_id, tool) values (''00000000-0000-4000-8000-00000000000b'', ''surprise-me'')'),
  ('insert into drafts (user_id, tool, photo_id) values (''00000000-0000-4000-8000-00000000000a'', ''surprise-me'',
    ''10000000-0000-4000-8000-00000000000b'')'),
  ('update drafts set photo_id = ''10000000-0000-4000-8000-00000000000b'''),
  ('insert into draft_photos (draft_id, position, photo_id, user_id) values (''d0000000-0000-4000-8000-00000000000a'', 2,
    ''20000000-0000-4000-8000-00000000000b'', ''00000000-0000-4000-8000-00000000000a'')'),
  ('insert into draft_photos (draft_id, position, photo_id, user_id) values (''d0000000-0000-4000-8000-00000000000b'', 2,
    ''20000000-0000-4000-8000-00000000000a'', ''00000000-0000-4000-8000-00000000000a'')'),
  ('insert into draft_photos (draft_id, position, photo_id, user_id) values (''d0000000-0000-4000-8000-00000000000a'', 2,
    ''30000000-0000-4000-8000-00000000000a'', ''00000000-0000-4000-8000-00000000000a'')'),
  ('insert into draft_photos (draft_id, position, photo_id, user_id) values (''d0000000-0000-4000-8000-00000000000a'', 2,
    ''20000000-0000-4000-8000-00000000000a'', ''00000000-0000-4000-8000-00000000000b'')')) as attempts (attempt);
select lives_ok(act, 'a member may: ' || act) from (values
  ('insert into drafts (id, user_id, tool, photo_id, answers) values (''d1000000-0000-4000-8000-00000000000a'',
    ''00000000-0000-4000-8000-00000000000a'', ''surprise-me'', ''20000000-0000-4000-8000-00000000000a'', ''{}'')'),
  ('insert into draft_photos (draft_id, position, photo_id, user_id) values (''d0000000-0000-4000-8000-00000000000a'', 2,
    ''20000000-0000-4000-8000-00000000000a'', ''00000000-0000-4000-8000-00000000000a'')'),
  ('update drafts set answers = ''{}'', updated_at = now(), photo_id = ''20000000-0000-4000-8000-00000000000a'''),
  ('update presets set name = ''Sea''')) as acts (act);
select lives_ok('delete from ' || of_table, 'a member deletes their own ' || of_table)
  from unnest(array['draft_photos', 'drafts', 'presets']) as of_table;

set local role service_role;
select throws_ok(attempt, '42501', null, 'the service may not: ' || attempt) from (values
  ('insert into drafts (user_id, tool) values (''00000000-0000-4000-8000-00000000000a'', ''surprise-me'')'),
  ('update drafts set photo_id = null'),
  ('insert into draft_photos (draft_id, position, photo_id, user_id) values (''d0000000-0000-4000-8000-00000000000b'', 2,
    ''20000000-0000-4000-8000-00000000000b'', ''00000000-0000-4000-8000-00000000000b'')'),
  ('delete from draft_photos'),
  ('update presets set name = ''ours'''),
  ('delete from presets')) as attempts (attempt);

reset role;
select results_eq(
  $$ select (select count(*) from drafts where user_id = p.user_id), (select count(*) from draft_photos where user_id = p.user_id),
       (select string_agg(name, ', ') from presets where user_id = p.user_id), (select count(*) from photos where user_id = p.user_id)
     from profiles p where user_id = '00000000-0000-4000-8000-00000000000b' $$,
  $$ values (1::bigint, 1::bigint, 'Beach of b', 3::bigint) $$, 'Bayo''s rows are unchanged');
delete from photos where public_id = 'pgtap/b1';
select is((select count(*) from picture_removals where public_id = 'pgtap/b1'), 1::bigint,
  'deleting a photo''s row queues its picture for removal');

select * from finish();
rollback;
