-- The looks of one result: one gem pays for all, and the owner chooses one as the result. Adds two more reasons for a
-- missing result.

-- Locks all altered and referenced tables first, in the app's order (app/server/database/migrate.server.ts).
lock table public.photos, public.transformations in access exclusive mode;

alter table public.transformations drop constraint transformations_failure_check;
alter table public.transformations add constraint transformations_failure_check
  check (failure in ('blocked', 'empty', 'rejected', 'unclear', 'no-gain', 'face-lost', 'busy', 'timeout', 'failed',
    'cancelled'));

create table public.transformation_looks (
  transformation_id uuid not null references public.transformations (id) on delete cascade,
  look text not null check (look ~ '^[a-z][a-z-]{1,39}$'),
  photo_id uuid not null unique,
  user_id uuid not null references auth.users (id) on delete cascade,
  primary key (transformation_id, look),
  foreign key (photo_id, user_id) references public.photos (id, user_id) on delete cascade
);
comment on table public.transformation_looks is
  'A result that has looks has one row for each, the first one included; transformations.result_photo_id is the chosen '
  'one''s. A result without looks has none.';
create index transformation_looks_owner on public.transformation_looks (user_id);

alter table public.transformation_looks enable row level security;
revoke all on public.transformation_looks from anon, authenticated, service_role;
grant select on public.transformation_looks to authenticated;
grant select, insert on public.transformation_looks to service_role;
create policy "members see the looks of their own results" on public.transformation_looks
  for select to authenticated using (user_id = (select auth.uid()));

comment on column public.transformations.result_photo_id is
  'The result''s photo id, fixed before the work starts: running again after a crash overwrites, never adds. Afterwards '
  'the chosen look''s.';

-- A look's photo is deleted with its transformation, by any version of the product. If only the chosen look's photo is
-- deleted, the first other look becomes the result.
create function private.end_look() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.photos where id = old.photo_id;
  update public.transformations t
    set result_photo_id = other.photo_id, enhanced_url = '/images/' || other.photo_id || '/full'
    from (select photo_id from public.transformation_looks where transformation_id = old.transformation_id
      order by look <> 'natural', look limit 1) as other
    where t.id = old.transformation_id and t.result_photo_id = old.photo_id;
  return null;
end $$;
create trigger end_look after delete on public.transformation_looks
  for each row execute function private.end_look();
revoke execute on function private.end_look() from public, anon, authenticated, service_role;
