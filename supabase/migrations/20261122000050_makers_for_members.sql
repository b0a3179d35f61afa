-- Members read who made a result instead of a software's name: the company of an outside AI, or Photogem.

-- Locks both tables first, in the app's order (reason: app/server/database/migrate.server.ts).
lock table public.transformations, public.profiles in access exclusive mode;

comment on column public.transformations.made_by is
  'The company whose AI made the result, or the product''s own name where its server made it.';
update public.transformations set made_by = case made_by when 'Google Gemini' then 'Google' else 'Photogem' end
  where made_by in ('Google Gemini', 'Built-in engine');

comment on column public.profiles.photos_sent_to is
  'The outside AI that was last sent a photo of theirs, and so the one they need not be told about again. Null where all '
  'of their photos stayed on our own server.';
update public.profiles set photos_sent_to = null, photos_sent_since = null where photos_sent_to = 'Built-in engine';
