-- The sandbox deletes its old charges that were not paid, canceled ones too.
create or replace function public.delete_sandbox_charges(before_id uuid, rows_max bigint)
returns bigint
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  deleted bigint;
begin
  delete from charges c where c.merchant_id = sandbox and c.environment = 'test'
    and c.paid_at is null and c.id in (
      select id from charges
      where status in ('pending', 'expired', 'canceled') and merchant_id = sandbox
        and environment = 'test' and id < before_id
      limit rows_max for update skip locked);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
