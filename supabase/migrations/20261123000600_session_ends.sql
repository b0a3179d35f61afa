-- Access tokens are valid for minutes after their session ended. Those issued before this moment are verified with the
-- identity server even for reading.
alter table public.profiles add column sessions_ended_at timestamptz;
comment on column public.profiles.sessions_ended_at is
  'When a session of the member last ended, by signing out or by a new password.';
