-- Webhook deliveries are their own queue: a worker leases those that are due, sends them and writes
-- the results. They needed a job of another table before, which cost three more writes each.

alter table webhook_deliveries
  -- Until then one process has the delivery; by the database's clock, which all processes share.
  add column leased_until timestamptz,
  -- The address, or the merchant and environment, for whose slot the delivery waits. Such a delivery
  -- is not in the index of due ones, so that a slow address doesn't fill it.
  add column waits_for text;

create index webhook_deliveries_due on webhook_deliveries (next_attempt_at)
  where status = 'pending' and waits_for is null;
create index webhook_deliveries_waiting on webhook_deliveries (waits_for, next_attempt_at)
  where waits_for is not null;

-- Storage parameters of a table's partitions, which make_partitions sets: a partitioned table has none
-- of its own.
alter table partitioned_tables add column storage_parameters text;

-- A delivery is updated twice soon after its insert. The free space keeps the new versions in its
-- page, and the lease, which is in no index, then needs no index entries.
update partitioned_tables set storage_parameters = 'fillfactor = 50'
  where table_name = 'webhook_deliveries';
do $$
declare
  child regclass;
begin
  for child in select inhrelid from pg_inherits where inhparent = 'webhook_deliveries'::regclass loop
    execute format('alter table %s set (fillfactor = 50)', child);
  end loop;
end
$$;
