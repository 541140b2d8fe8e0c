-- The use of each key by hour, and the kinds of events that an endpoint subscribes to.

create table credential_usage (
  merchant_id uuid not null,
  client_id text not null,
  hour timestamptz not null,
  requests bigint not null check (requests > 0),
  last_used_at timestamptz not null,
  primary key (merchant_id, client_id, hour)
);

alter table webhook_endpoints
  add column events text[] not null
    default array['deposit.paid', 'deposit.expired', 'payout.paid', 'payout.failed'],
  drop constraint webhook_endpoints_status_check,
  add constraint webhook_endpoints_status_check check (status in ('active', 'paused', 'deleted'));

-- When a person sends a delivery again, its retry pauses start from the first one: earlier attempts
-- don't count.
alter table webhook_deliveries add column attempts_before_resend bigint not null default 0;

create index webhook_deliveries_of_endpoint
  on webhook_deliveries (endpoint_id, event_id, merchant_id, environment)
  where endpoint_id is not null;
create index webhook_deliveries_not_delivered
  on webhook_deliveries (endpoint_id, status, event_id, merchant_id, environment)
  where status <> 'delivered' and endpoint_id is not null;
