-- The history of a charge of the public sandbox is deleted with the charge. Deletes what is left of
-- charges that were deleted before.
create or replace function delete_sandbox_postings(rows_max bigint) returns bigint
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  opening ledger_openings;
  deleted_ids uuid[];
  kinds text[];
  refunded uuid[];
  freed bigint;
  deleted bigint := 0;
begin
  for opening in select * from ledger_openings where merchant_id = sandbox order by account loop
    with removed as (
      delete from ledger_entries e
      where e.merchant_id = sandbox and e.environment = 'test' and e.account = opening.account
        and e.sequence <= opening.entry_count and e.sequence < rows_max + (
          select min(f.sequence) from ledger_entries f
          where f.merchant_id = sandbox and f.environment = 'test' and f.account = opening.account)
      returning e.reference_id, e.kind
    ) select coalesce(array_agg(reference_id), '{}'), coalesce(array_agg(kind), '{}')
      into deleted_ids, kinds from removed;
    deleted := deleted + cardinality(deleted_ids);
    delete from ledger_postings p using unnest(deleted_ids, kinds) as row (id, kind)
    where p.merchant_id = sandbox and p.environment = 'test' and p.reference_id = row.id
      and p.kind = row.kind;
    delete from payouts p using unnest(deleted_ids, kinds) as row (id, kind)
    where p.merchant_id = sandbox and p.environment = 'test' and p.id = row.id
      and row.kind in ('payout_paid', 'payout_failed');
    with removed as (
      delete from refunds r using unnest(deleted_ids, kinds) as row (id, kind)
      where r.merchant_id = sandbox and r.environment = 'test' and r.id = row.id
        and row.kind in ('refund_paid', 'refund_failed')
      returning r.charge_id, r.id, r.end_to_end_id
    ), names as (
      delete from api_pix_returns n using removed r
      where n.merchant_id = sandbox and n.environment = 'test'
        and n.end_to_end_id = r.end_to_end_id and n.refund_id = r.id
    ) select coalesce(array_agg(charge_id), '{}') into refunded from removed;
    with removed as (
      delete from charges c
      where c.merchant_id = sandbox and c.environment = 'test' and c.id = any(deleted_ids || refunded)
        and c.paid_at is not null
        and not exists (select from refunds r where r.charge_id = c.id and r.merchant_id = sandbox
          and r.environment = 'test')
        and not exists (select from ledger_postings p where p.merchant_id = sandbox
          and p.environment = 'test' and p.reference_id = c.id)
      returning c.id, c.external_id
    ), names as (
      delete from api_pix_charges t using removed r
      where t.merchant_id = sandbox and t.environment = 'test' and t.charge_id = r.id
        and t.txid in (r.external_id, replace(r.id::text, '-', ''))
    ), revisions as (
      delete from charge_revisions v using removed r
      where v.merchant_id = sandbox and v.environment = 'test' and v.charge_id = r.id
    ) select count(*) into freed from removed;
  end loop;
  return deleted;
end
$$;

create or replace function delete_sandbox_charges(before_id uuid, rows_max bigint)
returns bigint
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  deleted bigint;
begin
  with removed as (
    delete from charges c where c.merchant_id = sandbox and c.environment = 'test'
      and c.paid_at is null and c.id in (
        select id from charges
        where status in ('pending', 'expired', 'canceled') and merchant_id = sandbox
          and environment = 'test' and id < before_id
        limit rows_max for update skip locked)
    returning c.id, c.external_id
  ), names as (
    delete from api_pix_charges t using removed r
    where t.merchant_id = sandbox and t.environment = 'test' and t.charge_id = r.id
      and t.txid in (r.external_id, replace(r.id::text, '-', ''))
  ), revisions as (
    delete from charge_revisions v using removed r
    where v.merchant_id = sandbox and v.environment = 'test' and v.charge_id = r.id
  ) select count(*) into deleted from removed;
  return deleted;
end
$$;

create or replace function delete_sandbox_disputes(rows_max bigint) returns bigint
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  until_at constant timestamptz := (
    select min(opened_at) from ledger_openings where merchant_id = sandbox);
  deleted_ids uuid[];
  hold_ids uuid[];
  return_ids uuid[];
  charge_ids uuid[];
  freed bigint;
begin
  if until_at is null then return 0; end if;
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
  with removed as (
    delete from charges c where c.merchant_id = sandbox and c.environment = 'test'
      and c.id = any(charge_ids)
      and not exists (select from refunds r where r.charge_id = c.id and r.merchant_id = sandbox
        and r.environment = 'test')
      and not exists (select from ledger_postings p where p.merchant_id = sandbox
        and p.environment = 'test' and p.reference_id = c.id)
    returning c.id, c.external_id
  ), names as (
    delete from api_pix_charges t using removed r
    where t.merchant_id = sandbox and t.environment = 'test' and t.charge_id = r.id
      and t.txid in (r.external_id, replace(r.id::text, '-', ''))
  ), revisions as (
    delete from charge_revisions v using removed r
    where v.merchant_id = sandbox and v.environment = 'test' and v.charge_id = r.id
  ) select count(*) into freed from removed;
  return cardinality(deleted_ids);
end
$$;

delete from b0.charge_revisions r
where r.merchant_id = sandbox_merchant() and r.environment = 'test' and not exists (
  select from b0.charges c where c.merchant_id = r.merchant_id and c.environment = r.environment
    and c.id = r.charge_id);
