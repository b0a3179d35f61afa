-- Receipts: one mail per credited purchase, to the member's current address.

alter table public.purchases
  add column receipt_mailed_at timestamptz,
  add column receipt_tries integer not null default 0 check (receipt_tries >= 0);
comment on column public.purchases.receipt_mailed_at is
  'When the mail with the receipt was handed over; null while that is still to be done, or will not be any more.';
comment on column public.purchases.receipt_tries is 'How often that was tried; each pause is twice the one before.';
create index purchases_receipt_unmailed on public.purchases (paid_at) where status = 'paid' and receipt_mailed_at is null;
grant update (receipt_mailed_at, receipt_tries) on public.purchases to service_role;

-- Reads the current address of a purchase's member; the server has no other SQL access to addresses. Null for an unpaid
-- purchase and a deleted account.
create function public.receipt_address(p_reference text) returns text
language sql stable security definer set search_path = '' as $$
  select u.email::text from public.purchases p join auth.users u on u.id = p.user_id
  where p.reference = p_reference and p.status = 'paid' and u.deleted_at is null
$$;
revoke execute on function public.receipt_address(text) from public, anon, authenticated, service_role;
grant execute on function public.receipt_address(text) to service_role;
