-- Photos of visitors who try an enhancement before joining (decision 36). Held for an hour, then deleted.

create table public.tryouts (
  id uuid primary key,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  public_id text not null unique,
  file_name text not null check (char_length(file_name) between 1 and 255),
  mime_type text not null check (mime_type in ('image/jpeg', 'image/png')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  placeholder text not null check (placeholder like 'data:image/webp;base64,%' and char_length(placeholder) <= 600),
  advice text[] not null default '{}' check (advice <@ array['small', 'dark', 'blurred', 'no-subject']),
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  choice text not null default 'look-natural' check (choice ~ '^[a-z]+(-[a-z]+){1,3}$'),
  claimed_by uuid,
  adopted_by uuid,
  draft_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((adopted_by is null) = (draft_id is null))
);
comment on table public.tryouts is
  'A visitor''s photo, until its hour is over or a member adopts it. Its file is listed in picture_removals until then.';
comment on column public.tryouts.token_hash is 'SHA-256 of the cookie''s token: this table contains no working token.';
comment on column public.tryouts.claimed_by is
  'The account that its visitor created, which adopts it when its address is confirmed. Without a foreign key: an '
  'unconfirmed account may be deleted, or exist at the identity provider only.';
comment on column public.tryouts.adopted_by is 'The member whose photo it became, as draft_id.';
create index tryouts_expired on public.tryouts (expires_at);
create index tryouts_claimed on public.tryouts (claimed_by) where claimed_by is not null;

alter table public.tryouts enable row level security;
revoke all on public.tryouts from anon, authenticated, service_role;
grant select, insert, delete on public.tryouts to service_role;
grant update (choice, claimed_by, adopted_by, draft_id, expires_at) on public.tryouts to service_role;
