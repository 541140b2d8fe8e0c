-- The sandbox's old locations are deleted with its old charges.

-- Deletes a batch of locations of the sandbox that are older than an id of a charge, unless a newer
-- charge has them. Returns how many.
create function delete_sandbox_locations(before_id uuid, rows_max bigint)
returns bigint
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  before_at constant timestamptz := to_timestamp(
    ('x' || substr(replace(before_id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0);
  deleted bigint;
begin
  delete from api_pix_locations l where l.merchant_id = sandbox and l.environment = 'test'
    and l.id in (
      select id from api_pix_locations
      where merchant_id = sandbox and environment = 'test' and created_at < before_at
        and (charge_id is null or charge_id < before_id)
      order by id limit rows_max);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
revoke execute on function delete_sandbox_locations from public;
