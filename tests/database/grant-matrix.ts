/**
 * Everything the three API roles may do, written out: `<schema>.<table> <role> <privilege>`, with the columns in
 * parentheses where it is not the whole table. Whoever adds a grant adds it here, on purpose.
 */
export const expectedTableGrants = [
  "public.coin_transactions authenticated select",
  "public.coin_transactions service_role select",
  "public.drafts authenticated delete",
  "public.drafts authenticated insert (answers, id, photo_id, tool, user_id)",
  "public.drafts authenticated select",
  "public.drafts authenticated update (answers, photo_id, updated_at)",
  "public.drafts service_role delete",
  "public.drafts service_role select",
  "public.photos authenticated select",
  "public.photos service_role delete",
  "public.photos service_role insert",
  "public.photos service_role select",
  "public.photos service_role update",
  "public.picture_removals service_role delete",
  "public.picture_removals service_role insert",
  "public.picture_removals service_role select",
  "public.picture_removals service_role update",
  "public.profiles authenticated select",
  "public.profiles authenticated update (display_name)",
  "public.profiles service_role select",
  "public.profiles service_role update (display_name, total_transformations)",
  "public.purchases authenticated select",
  "public.purchases service_role insert (amount_kobo, display_amount_usd_cents, display_currency, gems, package_id, package_name, reference, user_id)",
  "public.purchases service_role select",
  "public.purchases service_role update (checked_at, receipt_mailed_at, receipt_tries, status)",
  "public.share_reports service_role delete",
  "public.share_reports service_role insert (details, reason, reply_to, share_id, token)",
  "public.share_reports service_role select",
  "public.share_reports service_role update (mailed_at)",
  "public.shares authenticated select",
  "public.shares service_role insert (preview_width, shows_original, token, transformation_id, user_id)",
  "public.shares service_role select",
  "public.shares service_role update (revoked_at, shows_original, taken_down_at)",
  "public.transformations authenticated select",
  "public.transformations authenticated update (original_name)",
  "public.transformations service_role delete",
  "public.transformations service_role insert",
  "public.transformations service_role select",
  "public.transformations service_role update",
];

/** The functions of ours that an API role may call. */
export const expectedFunctionGrants = [
  "public.add_coins_to_user service_role",
  "public.deduct_coins_for_transformation service_role",
  "public.receipt_address service_role",
  "public.return_coins_for_transformation service_role",
  "public.settle_purchase service_role",
  "public.take_back_purchase service_role",
];

/** The row level security policies: `<table> <operation> <roles>`. */
export const expectedPolicies = [
  "coin_transactions select {authenticated}",
  "drafts delete {authenticated}",
  "drafts insert {authenticated}",
  "drafts select {authenticated}",
  "drafts update {authenticated}",
  "photos select {authenticated}",
  "profiles select {authenticated}",
  "profiles update {authenticated}",
  "purchases select {authenticated}",
  "shares select {authenticated}",
  "transformations select {authenticated}",
  "transformations update {authenticated}",
];
