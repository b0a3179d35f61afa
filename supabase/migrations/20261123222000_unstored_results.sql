-- Paid images of a hosted model that the photo host did not store: the server repeats the upload and does not buy the
-- image again. Adds three more reasons for a missing result.

alter table public.transformations drop constraint transformations_failure_check;
alter table public.transformations add constraint transformations_failure_check
  check (failure in ('blocked', 'personal-data', 'too-similar', 'exhausted', 'empty', 'rejected', 'unclear', 'no-gain',
    'face-lost', 'busy', 'timeout', 'failed', 'cancelled'));

create table public.unstored_results (
  transformation_id uuid primary key references public.transformations (id) on delete cascade,
  image bytea not null check (octet_length(image) between 1 and 33554432),
  mime_type text not null check (mime_type in ('image/jpeg', 'image/png')),
  note text,
  made_at timestamptz not null default now()
);
comment on table public.unstored_results is
  'At most 32 MB each, for minutes: deleted when their transformation ends.';

alter table public.unstored_results enable row level security;
revoke all on public.unstored_results from anon, authenticated, service_role;
grant select, insert, delete on public.unstored_results to service_role;
