-- Batches: one recipe for up to ten photos, one gem each; all gems are held or none.

-- Locks all altered tables first, in the app's order (reason: app/server/database/migrate.server.ts).
lock table public.photos, public.transformations in access exclusive mode;

alter table public.photos add column content_hash text check (content_hash ~ '^[0-9a-f]{64}$');
comment on column public.photos.content_hash is
  'SHA-256 of an original as it is kept: the same photo sent twice is known by it. Null for results and older photos.';

-- The photos of a run that takes several. A run of one photo uses drafts.photo_id and has no row here.
create table public.draft_photos (
  draft_id uuid not null references public.drafts (id) on delete cascade,
  position smallint not null check (position between 1 and 10),
  photo_id uuid not null references public.photos (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (draft_id, position),
  unique (draft_id, photo_id)
);
comment on table public.draft_photos is 'Up to ten photos of one run: there is no eleventh position.';
create index draft_photos_photo on public.draft_photos (photo_id);
create index draft_photos_owner on public.draft_photos (user_id);

alter table public.draft_photos enable row level security;
revoke all on public.draft_photos from anon, authenticated, service_role;
grant select, insert (draft_id, position, photo_id, user_id), delete on public.draft_photos to authenticated;
grant select on public.draft_photos to service_role;
create policy "members see the photos of their own drafts" on public.draft_photos
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members add their own photos to their own drafts" on public.draft_photos
  for insert to authenticated with check (
    user_id = (select auth.uid())
    and exists (select 1 from public.drafts d where d.id = draft_id and d.user_id = (select auth.uid()))
    and exists (select 1 from public.photos p
      where p.id = photo_id and p.user_id = (select auth.uid()) and p.kind = 'original'));
create policy "members take photos out of their own drafts" on public.draft_photos
  for delete to authenticated using (user_id = (select auth.uid()));

create table public.batches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  tool text not null check (tool ~ '^[a-z][a-z-]{1,39}$'),
  draft_id uuid references public.drafts (id) on delete set null,
  idempotency_key text not null check (char_length(idempotency_key) between 8 and 100),
  created_at timestamptz not null default now(),
  unique (user_id, idempotency_key)
);
comment on table public.batches is
  'One press of the button over several photos. It outlives its transformations, so that a repeated press stays the same.';
create index batches_by_owner on public.batches (user_id, created_at desc, id desc);
create index batches_draft on public.batches (draft_id);

alter table public.batches enable row level security;
revoke all on public.batches from anon, authenticated, service_role;
grant select on public.batches to authenticated;
grant select, insert on public.batches to service_role;
create policy "members see their own batches" on public.batches
  for select to authenticated using (user_id = (select auth.uid()));

alter table public.transformations add column batch_id uuid references public.batches (id) on delete set null;
alter table public.transformations add column batch_position smallint check (batch_position between 1 and 10);
alter table public.transformations add constraint transformations_place_in_batch
  check (batch_id is null or batch_position is not null);
comment on column public.transformations.batch_position is
  'Which of the batch''s photos it is made of. One that failed and is tried again is another row at the same place.';
create index transformations_batch on public.transformations (batch_id, batch_position) where batch_id is not null;
