-- In each bucket. A repeated request to cancel takes the place of the one before, which the bank may
-- still carry out: the first one's instant stays.
alter table charge_cancellations add column first_requested_at timestamptz;
update charge_cancellations set first_requested_at = requested_at;
alter table charge_cancellations alter column first_requested_at set not null;
