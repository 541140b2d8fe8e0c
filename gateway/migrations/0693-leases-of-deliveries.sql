-- In each bucket. Most deliveries succeed at the first attempt of the process that inserted them.
-- Their success now changes no index: the indexes name `undelivered`, which is null for them, and
-- their lease is a row for the whole batch.
create table webhook_leases (
  id uuid primary key,
  leased_by uuid not null,
  leased_until timestamptz not null,
  merchant_ids uuid[] not null,
  first_event_id uuid not null,
  last_event_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- A version that doesn't know these leases would insert deliveries that no process finds. Its
-- statements have this column by the old name, so a process that was not stopped sends none.
alter table webhook_deliveries rename column leased_by to lease_holder;

alter table webhook_deliveries add column lease_id uuid, add column undelivered text;

-- By the indexes of deliveries that are due, that wait in a lane, and that failed.
update webhook_deliveries
  set undelivered = case when attempt_count = 0 then 'new' else 'retrying' end
  where status = 'pending' and lane is null;
update webhook_deliveries
  set undelivered = case when attempt_count = 0 then 'new' else 'retrying' end
  where lane is not null;
update webhook_deliveries set undelivered = 'failed' where status = 'failed';

alter table webhook_deliveries add constraint webhook_deliveries_undelivered_check check (
  case undelivered
    when 'new' then status = 'pending'
    when 'retrying' then status = 'pending'
    when 'failed' then status = 'failed'
    else undelivered is null
      and (status = 'delivered' or (status = 'pending' and lease_id is not null))
  end
);

drop index webhook_deliveries_not_delivered;
drop index webhook_deliveries_in_trouble;
drop index webhook_deliveries_retrying;
drop index webhook_deliveries_due;
create index webhook_deliveries_not_delivered
  on webhook_deliveries (endpoint_id, undelivered, event_id, merchant_id, environment)
  where undelivered is not null and endpoint_id is not null;
create index webhook_deliveries_in_trouble
  on webhook_deliveries (undelivered, merchant_id, environment, event_id)
  where undelivered in ('retrying', 'failed');
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at)
  where undelivered in ('new', 'retrying') and lane is null;

-- A delivery with its result is twice as long as before, and must stay in its page.
do $$
declare
  existing regclass;
begin
  for existing in select inhrelid from pg_inherits
    where inhparent = to_regclass('webhook_deliveries')
  loop
    execute format('alter table %s set (fillfactor = 35)', existing);
  end loop;
end
$$;
