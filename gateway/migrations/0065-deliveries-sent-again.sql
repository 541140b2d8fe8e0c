-- A person can send a waiting delivery again, also while an attempt runs. And an index finds endpoints
-- with deliveries that wait for a retry, without reading deliveries that were never attempted.

-- The number of requests to send it again. If the count has grown during a failed attempt, the next
-- attempt follows at once.
alter table webhook_deliveries add column resend_count bigint not null default 0;

create index webhook_deliveries_retrying
  on webhook_deliveries (endpoint_id, event_id, merchant_id, environment)
  where status = 'pending' and attempt_count > 0 and endpoint_id is not null;
