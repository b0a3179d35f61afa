-- A new Supabase project's database before our migrations, as its superuser creates it (github.com/supabase/postgres,
-- migrations/db). `supabase_postgres` represents Supabase's `postgres`.
create schema extensions;
grant usage on schema extensions to supabase_postgres, anon, authenticated, service_role;

-- Visitors may use everything that `postgres` creates in public unless their rights are revoked: the classic pitfall.
grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role supabase_postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role supabase_postgres in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges for role supabase_postgres in schema public grant all on sequences to anon, authenticated, service_role;

create schema auth authorization supabase_auth_admin;
grant usage on schema auth to supabase_postgres, anon, authenticated, service_role;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to supabase_postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to supabase_postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on functions to supabase_postgres;
