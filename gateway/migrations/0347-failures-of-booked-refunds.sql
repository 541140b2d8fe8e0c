-- A refund of the special mechanism (MED) may fail at the bank after it was booked here. Operators
-- see it until one of them marks the failure as seen.

alter table unrequested_refunds add column failure_seen_at timestamptz;
