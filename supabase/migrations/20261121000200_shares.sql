-- Public links to a result, created by its owner, and reports about them.

create table public.shares (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  transformation_id uuid not null references public.transformations (id) on delete cascade,
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  shows_original boolean not null,
  preview_width integer check (preview_width between 1 and 1200),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  taken_down_at timestamptz
);
comment on table public.shares is
  'One row per link. Revoked ones stay: whoever was reported cannot escape a take-down by making a new link.';
comment on column public.shares.token is 'The link''s secret, 128 random bits. Kept as it is, because its owner sees it again.';
comment on column public.shares.preview_width is
  'The width in px at which the JPEG for link previews stays small enough; null when none does.';
create unique index shares_one_live on public.shares (transformation_id)
  where revoked_at is null and taken_down_at is null;
create index shares_by_transformation on public.shares (transformation_id);
create index shares_by_owner on public.shares (user_id, created_at desc, id desc) where revoked_at is null;

alter table public.shares enable row level security;
revoke all on public.shares from anon, authenticated, service_role;
grant select on public.shares to authenticated, service_role;
grant insert (user_id, transformation_id, token, shows_original, preview_width),
  update (shows_original, revoked_at, taken_down_at) on public.shares to service_role;
create policy "members see their own shares" on public.shares
  for select to authenticated using (user_id = (select auth.uid()));

create table public.share_reports (
  id uuid primary key default gen_random_uuid(),
  share_id uuid references public.shares (id) on delete set null,
  token text not null,
  reason text not null check (reason ~ '^[a-z][a-z-]{1,39}$'),
  details text check (char_length(details) between 1 and 500),
  reply_to text check (char_length(reply_to) between 3 and 254),
  created_at timestamptz not null default now(),
  mailed_at timestamptz
);
comment on table public.share_reports is 'What people say about shared pictures, for support alone; members never see it.';
comment on column public.share_reports.token is 'Of the link it was reported under: the share may be deleted meanwhile.';
comment on column public.share_reports.mailed_at is 'When it was handed over to support; null while that is still to be done.';
create index share_reports_by_share on public.share_reports (share_id);
create index share_reports_by_age on public.share_reports (created_at);
create index share_reports_unmailed on public.share_reports (created_at) where mailed_at is null;

alter table public.share_reports enable row level security;
revoke all on public.share_reports from anon, authenticated, service_role;
grant select, delete, insert (share_id, token, reason, details, reply_to), update (mailed_at)
  on public.share_reports to service_role;
