-- A free check before paying: advice about a photo, and photos cropped or turned at no cost.

alter table public.photos add column advice text[] not null default '{}'
  check (advice <@ array['small', 'dark', 'blurred', 'no-subject']);
comment on column public.photos.advice is
  'What its owner is told before spending a gem on it; measured when it came. It never forbids anything.';

-- An adjusted photo has its own row; its uncropped source belongs to the same member.
alter table public.photos add constraint photos_id_owner unique (id, user_id);
alter table public.photos add column adjusted_from uuid;
alter table public.photos add constraint photos_adjusted_from_own
  foreign key (adjusted_from, user_id) references public.photos (id, user_id) on delete set null (adjusted_from);
alter table public.photos add column adjustment jsonb
  check (jsonb_typeof(adjustment) = 'object' and pg_column_size(adjustment) <= 512);
alter table public.photos add constraint photos_adjusted_how check (adjusted_from is null or adjustment is not null);
comment on column public.photos.adjustment is
  'How it was cut out of the whole photo: quarter turns to the right in degrees, then left, top, width, height in px.';
create index photos_adjusted on public.photos (adjusted_from, user_id) where adjusted_from is not null;
