-- The gallery: counting, filtering, renaming and deleting; no image is orphaned or lost at the photo host.

-- Locks first, so that a running request waits for this migration and does not block it.
lock table public.transformations in share row exclusive mode;

-- A member's number of transformations, so that a gallery of ten thousand answers as fast as one of a hundred.
alter table public.profiles add column kept_transformations integer not null default 0 check (kept_transformations >= 0);
comment on column public.profiles.kept_transformations is
  'Rows of the member''s in transformations. Kept by a trigger; nobody writes it.';
update public.profiles p set kept_transformations =
  (select count(*) from public.transformations t where t.user_id = p.user_id);

create function private.count_transformation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.profiles set kept_transformations = kept_transformations + 1 where user_id = new.user_id;
  else
    update public.profiles set kept_transformations = kept_transformations - 1 where user_id = old.user_id;
  end if;
  return null;
end $$;
create trigger count_kept_transformations after insert or delete on public.transformations
  for each row execute function private.count_transformation();

create index transformations_by_owner_and_tool on public.transformations (user_id, tool, created_at desc, id desc);

-- The server saves a rename before the request to the host and clears it after: if the process stops in between, the
-- image has one of the two names, and the sweep completes the rename.
alter table public.photos add column renaming_to text unique;
comment on column public.photos.renaming_to is
  'The public_id the host is being asked to move the picture to. Until that is recorded it is under either.';

alter table public.photos add column renaming_due_at timestamptz;
comment on column public.photos.renaming_due_at is 'When the host is asked next; only while it is being renamed.';
alter table public.photos add column former_public_ids text[] not null default '{}';
comment on column public.photos.former_public_ids is
  'Names the picture had. None is used again: a move the host carries out late finds nothing to move.';
create index photos_renaming on public.photos (renaming_due_at) where renaming_to is not null;

-- Deleted transformations that were requested under an idempotency key: a client that repeats the request after a lost
-- response does not start (and pay for) another.
create table public.deleted_requests (
  user_id uuid not null references auth.users (id) on delete cascade,
  idempotency_key text not null,
  deleted_at timestamptz not null default now(),
  primary key (user_id, idempotency_key)
);
alter table public.deleted_requests enable row level security;
revoke all on public.deleted_requests from anon, authenticated, service_role;
grant select on public.deleted_requests to authenticated;
grant select, insert, delete on public.deleted_requests to service_role;
create policy "members see what they deleted" on public.deleted_requests
  for select to authenticated using (user_id = (select auth.uid()));

-- Locking a draft's row while its transformation is deleted needs the right to update one.
grant update (updated_at) on public.drafts to service_role;

-- Images at the host that no row references any more.
create table public.picture_removals (
  public_id text primary key,
  due_at timestamptz not null,
  tries integer not null default 0 check (tries >= 0),
  created_at timestamptz not null default now()
);
comment on table public.picture_removals is
  'Pictures to be removed from the photo host. A row comes into being before a picture is stored, and goes when the '
  'picture gets its row in photos; and again when that row is deleted, whoever deletes it.';
create index picture_removals_due on public.picture_removals (due_at);
alter table public.picture_removals enable row level security;
revoke all on public.picture_removals from anon, authenticated, service_role;
grant select, insert, update, delete on public.picture_removals to service_role;

create function private.remove_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.picture_removals (public_id, due_at)
    select public_id, now() from unnest(array[old.public_id, old.renaming_to]) as public_id where public_id is not null
    on conflict (public_id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger remove_picture_from_host after delete on public.photos
  for each row execute function private.remove_picture();

-- Returns the held gem of a failed transformation, with the reason and its name in the history ("Returned: you
-- cancelled it (Lagos)"). True if it is back (now or by an earlier call), false if none was held or the transformation
-- is not failed. A deletion fails a running transformation first, so a missing row has nothing left to return.
create or replace function public.return_coins_for_transformation(
  p_user_id uuid, p_transformation_id uuid, p_reason text
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_held integer;
  v_description text;
begin
  perform 1 from public.transformations
    where id = p_transformation_id and user_id = p_user_id and status = 'failed' for update;
  if not found then
    return exists (select 1 from public.coin_transactions
                   where idempotency_key = 'refund:' || p_transformation_id and user_id = p_user_id);
  end if;
  perform 1 from public.profiles where user_id = p_user_id for update;
  select -amount, description into v_held, v_description from public.coin_transactions
    where idempotency_key = 'usage:' || p_transformation_id and user_id = p_user_id;
  if not found then
    return false;
  end if;
  perform private.enter(p_user_id, 'refund', v_held, p_reason || ' (' || v_description || ')', p_transformation_id,
    'refund:' || p_transformation_id);
  update public.transformations set coins_used = 0 where id = p_transformation_id;
  return exists (select 1 from public.coin_transactions where idempotency_key = 'refund:' || p_transformation_id);
end $$;

revoke execute on function private.count_transformation() from public, anon, authenticated, service_role;
revoke execute on function private.remove_picture() from public, anon, authenticated, service_role;
