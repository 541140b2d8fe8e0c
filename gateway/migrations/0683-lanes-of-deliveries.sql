-- In each bucket. A version that doesn't know events without a body would sign and send an empty
-- one. Its leases read this column by the old name, so a process that was not stopped sends nothing.
alter table webhook_deliveries rename column waits_for to lane;
