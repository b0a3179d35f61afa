import { type RawBuilder, sql as text } from "kysely";

export const photoInUse = (photoId: "p.id" | "t.original_photo_id"): RawBuilder<boolean> => text<boolean>`exists (
  select from public.photos used
  where (used.id = ${text.ref(photoId)} or used.adjusted_from = ${text.ref(photoId)})
    and (exists (select from public.drafts d where d.photo_id = used.id)
      or exists (select from public.draft_photos dp where dp.photo_id = used.id)))`;
