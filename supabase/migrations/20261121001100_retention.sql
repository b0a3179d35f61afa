-- Originals are deleted some days after their last use (app/photos/retention/limits.ts), unless their owner opts out.
-- Results stay.

-- Locks all altered tables first, in the app's order (reason: app/server/database/migrate.server.ts).
lock table public.transformations, public.profiles in access exclusive mode;

alter table public.profiles
  add column keep_originals boolean not null default false,
  -- Start of the rule for existing members, so that none of their photos is deleted early.
  add column originals_counted_from timestamptz not null default now(),
  add column photos_sent_to text check (char_length(photos_sent_to) <= 200),
  add column photos_sent_since timestamptz;
comment on column public.profiles.keep_originals is 'The member''s own setting.';
comment on column public.profiles.originals_counted_from is
  'No day before this counts for the deletion of originals: when the rule began, or the member last stopped keeping them.';
comment on column public.profiles.photos_sent_to is
  'The engine that was last sent a photo of theirs, and so the one they need not be told about again.';
grant update (keep_originals) on public.profiles to authenticated;
grant update (photos_sent_to, photos_sent_since) on public.profiles to service_role;

create function private.count_originals_anew() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.originals_counted_from := now();
  return new;
end $$;
create trigger count_originals_anew before update of keep_originals on public.profiles
  for each row when (old.keep_originals and not new.keep_originals)
  execute function private.count_originals_anew();
revoke execute on function private.count_originals_anew() from public, anon, authenticated, service_role;

alter table public.transformations add column original_deleted_at timestamptz;
comment on column public.transformations.original_deleted_at is
  'When its original was deleted because its time was over; null while it is there, and where its owner deleted it.';

-- Transformations for the sweep, in order of their end.
create index transformations_with_original on public.transformations ((coalesce(finished_at, created_at)))
  where original_photo_id is not null and status <> 'processing';

-- Last, because every lock is held by now.
update public.profiles p set (photos_sent_to, photos_sent_since) = (
  select left(t.made_by, 200), t.finished_at from public.transformations t
  where t.user_id = p.user_id and t.made_by is not null order by t.created_at desc limit 1);
