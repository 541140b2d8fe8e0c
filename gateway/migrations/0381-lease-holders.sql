-- In each bucket. The process that has a delivery's lease, so that the leases of a process that was
-- killed are ended at once and not 25 seconds later.
alter table webhook_deliveries add column leased_by uuid;
