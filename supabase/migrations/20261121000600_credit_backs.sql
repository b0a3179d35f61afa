-- A member who dislikes a result gets its gem back without proof, but too rarely to work for free.

create index coin_transactions_credit_backs on public.coin_transactions (user_id, created_at)
  where type = 'refund' and idempotency_key like 'credit-back:%';

-- Returns the gems of a completed transformation, once, with the reason in the history. At most twice within 30 days
-- for each member, and never for a result that was ever shared by a link: it was good enough to show. Returns credited,
-- already-credited, shared, too-many or not-completed (or another member's); only the first changes anything. Locks the
-- transformation's row first, then the profile's, like the other functions.
create function public.credit_back_transformation(
  p_user_id uuid, p_transformation_id uuid, p_reason text
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_name text;
  v_used integer;
  v_key text := 'credit-back:' || p_transformation_id;
begin
  select original_name into v_name from public.transformations
    where id = p_transformation_id and user_id = p_user_id and status = 'completed' for update;
  if not found then
    return 'not-completed';
  end if;
  perform 1 from public.profiles where user_id = p_user_id for update;
  if exists (select 1 from public.coin_transactions where idempotency_key = v_key) then
    return 'already-credited';
  end if;
  select -amount into v_used from public.coin_transactions
    where idempotency_key = 'usage:' || p_transformation_id and user_id = p_user_id;
  if not found then
    return 'not-completed';
  end if;
  if exists (select 1 from public.shares where transformation_id = p_transformation_id) then
    return 'shared';
  end if;
  if (select count(*) from public.coin_transactions
      where user_id = p_user_id and type = 'refund' and idempotency_key like 'credit-back:%'
        and created_at > now() - interval '30 days') >= 2 then
    return 'too-many';
  end if;
  perform private.enter(p_user_id, 'refund', v_used, p_reason || ' (' || v_name || ')', p_transformation_id, v_key);
  update public.transformations set coins_used = 0 where id = p_transformation_id;
  return 'credited';
end $$;

revoke execute on function public.credit_back_transformation(uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.credit_back_transformation(uuid, uuid, text) to service_role;
