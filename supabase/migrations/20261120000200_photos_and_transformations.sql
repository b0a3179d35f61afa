-- Members' photos and the results made from them.

create table public.photos (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('original', 'result')),
  public_id text not null unique,
  file_name text not null check (char_length(file_name) between 1 and 255),
  mime_type text not null check (mime_type in ('image/jpeg', 'image/png')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  placeholder text not null check (placeholder like 'data:image/webp;base64,%' and char_length(placeholder) <= 600),
  created_at timestamptz not null default now()
);
comment on table public.photos is 'One row per stored picture: a normalised original or a result. The id is unguessable and stands in URLs.';
comment on column public.photos.public_id is 'The picture''s key at the photo host. Its last segment is its name; renaming changes it.';
create index photos_by_owner on public.photos (user_id, created_at desc);

alter table public.photos enable row level security;
revoke all on public.photos from anon, authenticated, service_role;
grant select on public.photos to authenticated;
grant select, insert, update, delete on public.photos to service_role;
create policy "members see their own photos" on public.photos
  for select to authenticated using (user_id = (select auth.uid()));

-- A run of a tool before payment: the photo and the answers so far.
create table public.drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  tool text not null check (tool ~ '^[a-z][a-z-]{1,39}$'),
  photo_id uuid references public.photos (id) on delete set null,
  answers jsonb not null default '{}' check (pg_column_size(answers) <= 8192),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index drafts_by_owner on public.drafts (user_id, updated_at desc);
create index drafts_by_age on public.drafts (updated_at);
create index drafts_photo on public.drafts (photo_id);

alter table public.drafts enable row level security;
revoke all on public.drafts from anon, authenticated, service_role;
grant select, insert (user_id, tool, photo_id, answers), update (photo_id, answers, updated_at), delete on public.drafts to authenticated;
grant select, delete on public.drafts to service_role;
create policy "members read their own drafts" on public.drafts
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members start drafts with their own photos" on public.drafts
  for insert to authenticated with check (
    user_id = (select auth.uid())
    and (photo_id is null or exists (select 1 from public.photos p where p.id = photo_id and p.user_id = (select auth.uid()))));
create policy "members change their own drafts" on public.drafts
  for update to authenticated using (user_id = (select auth.uid())) with check (
    user_id = (select auth.uid())
    and (photo_id is null or exists (select 1 from public.photos p where p.id = photo_id and p.user_id = (select auth.uid()))));
create policy "members drop their own drafts" on public.drafts
  for delete to authenticated using (user_id = (select auth.uid()));

create table public.transformations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  tool text not null check (tool ~ '^[a-z][a-z-]{1,39}$'),
  recipe jsonb not null,
  original_name text not null check (char_length(original_name) between 1 and 255),
  original_photo_id uuid references public.photos (id) on delete set null,
  original_url text not null,
  result_photo_id uuid not null default gen_random_uuid(),
  enhanced_url text,
  status text not null default 'processing' check (status in ('processing', 'completed', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  coins_used integer not null default 1 check (coins_used >= 0),
  failure text check (failure in ('blocked', 'empty', 'rejected', 'busy', 'timeout', 'failed', 'cancelled')),
  made_by text,
  note text,
  parent_id uuid references public.transformations (id) on delete set null,
  draft_id uuid references public.drafts (id) on delete set null,
  idempotency_key text not null check (char_length(idempotency_key) between 8 and 100),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  unique (user_id, idempotency_key),
  check ((status = 'failed') = (failure is not null)),
  check (status <> 'completed' or enhanced_url is not null)
);
comment on column public.transformations.result_photo_id is
  'The result''s photo id, fixed before the work starts: running again after a crash overwrites, never adds.';
create index transformations_by_owner on public.transformations (user_id, created_at desc, id desc);
create index transformations_running on public.transformations (created_at) where status = 'processing';
create index transformations_original on public.transformations (original_photo_id);
create index transformations_draft on public.transformations (draft_id);
create index transformations_parent on public.transformations (parent_id);

alter table public.transformations enable row level security;
revoke all on public.transformations from anon, authenticated, service_role;
grant select, update (original_name) on public.transformations to authenticated;
grant select, insert, update, delete on public.transformations to service_role;
create policy "members see their own transformations" on public.transformations
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members rename their own transformations" on public.transformations
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
