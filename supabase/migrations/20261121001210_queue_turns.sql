-- Order of the queue: every member's first photo comes before any member's second. Otherwise one photo of a member
-- would wait behind all earlier requests of two others.

alter table public.transformations add column turn integer not null default 0 check (turn >= 0);
comment on column public.transformations.turn is
  'How many of the same member''s were under way when this was asked for. Lower ones are made first, then older ones.';

create function private.give_turn() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The count includes rows that the same statement inserted before this one.
  select count(*) into new.turn from public.transformations
    where user_id = new.user_id and status = 'processing';
  return new;
end $$;
create trigger give_turn before insert on public.transformations
  for each row execute function private.give_turn();
revoke execute on function private.give_turn() from public, anon, authenticated, service_role;

-- Waiting rows in the queue's order.
create index transformations_waiting on public.transformations (turn, created_at, id)
  where status = 'processing' and started_at is null;

-- Number of photos, of all members, that are made before the caller's waiting transformation; 100 for 100 or more. 0 if
-- it is next, has begun, or belongs to another member.
create function public.photos_before(p_transformation_id uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer
  from public.transformations mine cross join lateral (
    select 1 from public.transformations other
    where other.status = 'processing' and other.started_at is null
      and (other.turn, other.created_at, other.id) < (mine.turn, mine.created_at, mine.id)
    order by other.turn, other.created_at, other.id limit 100) as ahead
  where mine.id = p_transformation_id and mine.user_id = (select auth.uid())
    and mine.status = 'processing' and mine.started_at is null
$$;
revoke execute on function public.photos_before(uuid) from public, anon, authenticated, service_role;
grant execute on function public.photos_before(uuid) to authenticated;
