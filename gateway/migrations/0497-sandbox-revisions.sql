-- The sandbox's old revisions of charges are deleted with its old charges.

create or replace function delete_sandbox_charges(before_id uuid, rows_max bigint)
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
  delete from charge_revisions r where r.merchant_id = sandbox and r.environment = 'test'
    and r.charge_id in (
      select charge_id from charge_revisions
      where merchant_id = sandbox and environment = 'test' and charge_id < before_id
      order by charge_id limit rows_max);
  return deleted;
end
$$;
