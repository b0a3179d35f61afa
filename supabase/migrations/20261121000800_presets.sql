-- Presets: the choices of a finished result, saved under a name, without its photo or anything drawn on it.

create table public.presets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  tool text not null check (tool ~ '^[a-z][a-z-]{1,39}$'),
  answers jsonb not null check (jsonb_typeof(answers) = 'object' and pg_column_size(answers) <= 65536),
  created_at timestamptz not null default now()
);
comment on table public.presets is
  'Saved by the server only, which asks first whether the member bought what brings presets (app/tools/presets/save-preset.server.ts). '
  'Reading, renaming and deleting stay the member''s own, whatever was refunded since.';
comment on column public.presets.answers is
  'As they were when it was saved. What of them is still offered is asked each time it is used.';
create unique index presets_name on public.presets (user_id, lower(name));

alter table public.presets enable row level security;
revoke all on public.presets from anon, authenticated, service_role;
grant select, update (name), delete on public.presets to authenticated;
grant select, insert (user_id, name, tool, answers) on public.presets to service_role;
create policy "members read their own presets" on public.presets
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members rename their own presets" on public.presets
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "members delete their own presets" on public.presets
  for delete to authenticated using (user_id = (select auth.uid()));
