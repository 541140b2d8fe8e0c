-- A delivery that waits for its next try can be sent again by hand, also while an attempt runs; and
-- endpoints with deliveries that wait for another try are found without reading those never tried.

-- Counts the times that a person asked. An attempt that ends in failure and sees a higher count than
-- at its start is followed by the next one at once.
alter table webhook_deliveries add column resend_count bigint not null default 0;

create index webhook_deliveries_retrying
  on webhook_deliveries (endpoint_id, event_id, merchant_id, environment)
  where status = 'pending' and attempt_count > 0 and endpoint_id is not null;
