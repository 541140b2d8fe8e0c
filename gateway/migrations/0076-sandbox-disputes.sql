-- Disputes of the public sandbox are deleted like its charges: when its openings have passed their
-- end. A charge is deleted after its disputes.

-- Movements of holds may be deleted only where postings may: in the sandbox, behind its openings.
drop trigger balance_hold_movements_append_only on balance_hold_movements;
create trigger balance_hold_movements_append_only before update or truncate
  on balance_hold_movements for each statement execute function ledger_refuse_change();
create trigger balance_hold_movements_kept after delete on balance_hold_movements
  referencing old table as removed
  for each statement execute function ledger_refuse_deleted_postings();

-- Deletes a batch of closed disputes of the sandbox, with their holds. Returns how many. It runs
-- before delete_sandbox_postings, so that no dispute is left whose postings are deleted.
create function delete_sandbox_disputes(rows_max bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  until_at constant timestamptz := (
    select min(opened_at) from ledger_openings where merchant_id = sandbox);
  deleted_ids uuid[];
  hold_ids uuid[];
  return_ids uuid[];
  charge_ids uuid[];
begin
  with removed as (
    delete from disputes d where d.merchant_id = sandbox and d.environment = 'test' and d.id in (
      select id from disputes
      where status in ('accepted', 'rejected', 'canceled') and merchant_id = sandbox
        and environment = 'test' and closed_at < until_at and claimed_centavos = 0
      order by id limit rows_max)
    returning d.id, d.charge_id
  ) select coalesce(array_agg(id), '{}'), coalesce(array_agg(charge_id), '{}')
    into deleted_ids, charge_ids from removed;
  with removed as (
    delete from dispute_shares s where s.merchant_id = sandbox and s.environment = 'test'
      and s.dispute_id = any(deleted_ids)
    returning s.id
  ) select coalesce(array_agg(id), '{}') into hold_ids from removed;
  delete from balance_hold_movements m where m.merchant_id = sandbox and m.environment = 'test'
    and m.hold_id = any(hold_ids);
  delete from balance_holds h where h.merchant_id = sandbox and h.environment = 'test'
    and h.id = any(hold_ids);
  with removed as (
    delete from dispute_returns r where r.merchant_id = sandbox and r.environment = 'test'
      and r.dispute_id = any(deleted_ids)
    returning r.id
  ) select coalesce(array_agg(id), '{}') into return_ids from removed;
  delete from dispute_return_parts p where p.merchant_id = sandbox and p.environment = 'test'
    and p.return_id = any(return_ids);
  delete from dispute_defenses f where f.merchant_id = sandbox and f.environment = 'test'
    and f.dispute_id = any(deleted_ids);
  -- Charges whose posting was deleted before: see keep_disputed_charge.
  delete from charges c where c.merchant_id = sandbox and c.environment = 'test'
    and c.id = any(charge_ids)
    and not exists (select from refunds r where r.charge_id = c.id and r.merchant_id = sandbox
      and r.environment = 'test')
    and not exists (select from ledger_postings p where p.merchant_id = sandbox
      and p.environment = 'test' and p.reference_id = c.id);
  return cardinality(deleted_ids);
end
$$;

-- A charge with a dispute is not deleted. Only the functions that delete the sandbox's charges reach
-- this: no other statement deletes charges.
create function keep_disputed_charge() returns trigger language plpgsql as $$
begin
  if exists (select from disputes d where d.charge_id = old.id
    and d.merchant_id = old.merchant_id and d.environment = old.environment) then
    return null;
  end if;
  return old;
end
$$;

create trigger charges_keep_disputed before delete on charges
  for each row when (old.dispute_count > 0) execute function keep_disputed_charge();

revoke execute on function delete_sandbox_disputes from public;
