-- In each bucket. Since when the bank registers no charge of a live batch: merchants see it in the
-- batch, and operators get an alert.

alter table charge_batches add column waiting_since timestamptz;
alter table charge_batches add constraint only_batches_under_way_wait
  check (waiting_since is null or status = 'processing');
create index charge_batches_waiting on charge_batches (waiting_since)
  where waiting_since is not null;
