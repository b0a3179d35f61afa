-- Counters of the rate limiter (rate-limiter-flexible's schema), shared by all machines. Keys are keyed hashes.
create table private.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on private.rate_limits (expire);
alter table private.rate_limits enable row level security;
revoke all on private.rate_limits from public, anon, authenticated, service_role;
