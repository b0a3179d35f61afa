-- Notices that a transformation has ended, for members who had left: one mail for each, or one for a whole batch.

-- Locks all altered tables first, in the app's order (reason: app/server/database/migrate.server.ts).
lock table public.transformations, public.profiles in access exclusive mode;

alter table public.transformations add column seen_at timestamptz;
comment on column public.transformations.seen_at is
  'When a page or a program of its owner''s last asked how far it is; noted only of what takes long.';
grant update (seen_at) on public.transformations to authenticated;

alter table public.profiles add column wants_done_notices boolean not null default true;
grant update (wants_done_notices) on public.profiles to authenticated;

-- Notices to mail. The transaction that ends a transformation inserts the row; it is deleted after its mail is sent.
create table public.done_notices (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  transformation_id uuid references public.transformations (id) on delete cascade,
  batch_id uuid references public.batches (id) on delete cascade,
  ended_at timestamptz not null default now(),
  claimed_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  check (num_nonnulls(transformation_id, batch_id) = 1 and id = coalesce(transformation_id, batch_id))
);
comment on column public.done_notices.claimed_at is
  'When somebody last began to send it. After a pause that doubles with each try it is anybody''s again.';
create index done_notices_owner on public.done_notices (user_id);
create index done_notices_transformation on public.done_notices (transformation_id);
create index done_notices_batch on public.done_notices (batch_id);

alter table public.done_notices enable row level security;
revoke all on public.done_notices from anon, authenticated, service_role;
grant select on public.done_notices to authenticated;
grant select, update (claimed_at, tries), delete on public.done_notices to service_role;
create policy "members see what is to be mailed to them" on public.done_notices
  for select to authenticated using (user_id = (select auth.uid()));

-- Called in the transaction that ends a transformation. Records a notice for its owner if it took longer than
-- p_longer_than seconds and they have not polled it in the last p_unseen_for seconds. A batch has one notice, for its
-- last end, and none if its owner saw that end.
create function public.note_end(p_transformation_id uuid, p_longer_than integer, p_unseen_for integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_ended public.transformations;
begin
  select * into v_ended from public.transformations where id = p_transformation_id;
  if now() - v_ended.created_at > make_interval(secs => p_longer_than)
    and coalesce(v_ended.seen_at < now() - make_interval(secs => p_unseen_for), true)
  then
    insert into public.done_notices (id, user_id, transformation_id, batch_id)
      values (
        coalesce(v_ended.batch_id, v_ended.id), v_ended.user_id,
        case when v_ended.batch_id is null then v_ended.id end, v_ended.batch_id)
      on conflict (id) do update set ended_at = now(), claimed_at = null, tries = 0;
  else
    delete from public.done_notices where id = v_ended.batch_id;
  end if;
end $$;

-- Address of a notice. Null for members who turned notices off, and for a deleted account.
create function public.done_notice_address(p_notice_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select u.email::text
  from public.done_notices n
  join public.profiles p on p.user_id = n.user_id
  join auth.users u on u.id = n.user_id
  where n.id = p_notice_id and p.wants_done_notices and u.deleted_at is null
$$;

revoke execute on function public.note_end(uuid, integer, integer) from public, anon, authenticated, service_role;
revoke execute on function public.done_notice_address(uuid) from public, anon, authenticated, service_role;
grant execute on function public.note_end(uuid, integer, integer) to service_role;
grant execute on function public.done_notice_address(uuid) to service_role;
