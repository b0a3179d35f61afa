-- Gallery search: a search of a member's 10 000 names costs as much as one of 100.

-- Both are trusted extensions, which a database's owner may create. Supabase installs them in this schema.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

-- Without a pending list, which an engine without autovacuum would never merge. Names the schema of the operator class,
-- in case the project already has the extension elsewhere.
do $$
declare
  v_schema name := (select nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname = 'pg_trgm');
begin
  execute format(
    'create index transformations_by_name on public.transformations using gin (user_id, original_name %I.gin_trgm_ops) '
    'with (fastupdate = off)', v_schema);
end $$;

-- Finds the signed-in member's transformations whose names match an ILIKE pattern, newest first, after an optional
-- cursor, of an optional tool. Row level security would keep ILIKE, which is not leakproof, from the index; the query
-- itself filters by member. A common name is among the newest rows and ends there; a rare one uses the index,
-- regardless of the planner's statistics of other members' names.
create function public.search_transformations(
  p_pattern text, p_tool text, p_before timestamptz, p_before_id uuid, p_limit integer
) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_member uuid := auth.uid();
  v_limit integer := least(p_limit, 1000);
  v_newest constant integer := 200;
  v_read integer;
  v_found uuid[];
begin
  -- Dynamic statements, because one cached plan does not suit all members and patterns.
  execute
    'select count(*), (array_agg(id order by created_at desc, id desc) filter (where original_name ilike $2))[:$6] from ('
    '  select t.id, t.created_at, t.original_name from public.transformations t '
    '  where t.user_id = $1 and ($3 is null or t.tool = $3) and ($4 is null or (t.created_at, t.id) < ($4, $5)) '
    '  order by t.created_at desc, t.id desc limit $7'
    ') newest'
    into v_read, v_found using v_member, p_pattern, p_tool, p_before, p_before_id, v_limit, v_newest;
  if v_read < v_newest or cardinality(v_found) = v_limit then
    return query select unnest(v_found);
    return;
  end if;
  -- Materialized, so that the order does not tempt the planner to read every row by date.
  return query execute
    'with matches as materialized ('
    '  select t.id, t.created_at from public.transformations t '
    '  where t.user_id = $1 and t.original_name ilike $2 and ($3 is null or t.tool = $3) '
    '  and ($4 is null or (t.created_at, t.id) < ($4, $5)) '
    ') select id from matches order by created_at desc, id desc limit $6'
    using v_member, p_pattern, p_tool, p_before, p_before_id, v_limit;
end $$;
revoke execute on function public.search_transformations(text, text, timestamptz, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.search_transformations(text, text, timestamptz, uuid, integer) to authenticated;
