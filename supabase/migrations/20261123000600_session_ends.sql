-- Access tokens stay valid for minutes after their session ended. The server verifies tokens issued before this moment
-- with the identity server, even for reads.
alter table public.profiles add column sessions_ended_at timestamptz;
comment on column public.profiles.sessions_ended_at is
  'When a session of the member last ended, by signing out or by a new password.';
