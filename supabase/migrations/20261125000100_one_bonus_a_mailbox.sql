-- Providers give one mailbox many spellings, and each had a welcome bonus. private.normalised_address stays as the
-- audit's rule, since earlier bonuses follow it.
create function private.mailbox_of(p_email text) returns text
language sql immutable strict set search_path = '' as $$
  select case
    -- Proton ignores dots, hyphens and underscores, and one mailbox answers at each of its domains.
    when parts.domain in ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me')
      then translate(parts.local, '.-_', '') || '@proton.me'
    when parts.domain in ('icloud.com', 'me.com', 'mac.com') then parts.local || '@icloud.com'
    -- Yahoo's disposable addresses are a name, a hyphen and any word.
    when parts.domain ~ '^(yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$'
      then split_part(parts.local, '-', 1) || '@' || parts.domain
    when parts.domain ~ '^(ya\.ru|yandex\.(ru|com|by|kz|uz|com\.tr))$'
      then replace(parts.local, '-', '.') || '@yandex.ru'
    -- Fastmail delivers any name at a member's subdomain.
    when parts.domain ~ '^[^.]+\.fastmail\.(com|fm)$'
      then split_part(parts.domain, '.', 1) || '@' || substr(parts.domain, strpos(parts.domain, '.') + 1)
    else private.normalised_address(p_email) end
  from (
    select split_part(split_part(lower(trim(p_email)), '@', 1), '+', 1) as local,
           split_part(lower(trim(p_email)), '@', 2) as domain
  ) as parts
$$;
revoke execute on function private.mailbox_of(text) from public, anon, authenticated, service_role;

create or replace function private.address_hash(p_email text) returns bytea
language sql stable strict set search_path = '' as $$
  select sha256(k.key || sha256(k.key || convert_to(private.mailbox_of(p_email), 'UTF8')))
  from private.hash_keys k where k.name = 'welcome_bonus'
$$;

-- Members who got the bonus under the old spelling get no second one.
insert into private.welcome_bonuses (address_hash)
  select distinct private.address_hash(email) from auth.users where email_confirmed_at is not null and email is not null
  on conflict (address_hash) do nothing;
