-- Changes for the guided tools: failures of the cut-out, runs that start before their photo arrives, and uploads that
-- are repeated after a lost connection.

alter table public.transformations drop constraint transformations_failure_check;
alter table public.transformations add constraint transformations_failure_check
  check (failure in ('blocked', 'empty', 'rejected', 'unclear', 'busy', 'timeout', 'failed', 'cancelled'));

-- The client chooses a draft's id, so that it can repeat the save.
grant insert (id) on public.drafts to authenticated;

-- Drafts also store texts over a tool's limit, for shortening: four of 4000 characters of at most three bytes.
alter table public.drafts drop constraint drafts_answers_check;
alter table public.drafts add constraint drafts_answers_check check (pg_column_size(answers) <= 65536);

alter table public.photos add column upload_key uuid;
comment on column public.photos.upload_key is
  'Chosen by whoever sends the photo: sending it again after a lost answer is the same photo.';
create unique index photos_once_per_upload on public.photos (user_id, upload_key);
