-- Webhooks: endpoints, events, the delivery of each event to each endpoint, and every attempt.
-- Events, deliveries and attempts expire: they are partitioned by the instant in the event's id, and
-- old partitions are dropped (0035).

create table webhook_endpoints (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  url text not null,
  status text not null check (status in ('active', 'paused')),
  sealed_secret bytea not null,
  -- Deliveries are signed with both secrets until the previous one expires, so that a receiver can
  -- change its secret without losing one.
  sealed_previous_secret bytea,
  previous_secret_expires_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, environment, id)
);

create table webhook_events (
  merchant_id uuid not null,
  environment text not null,
  id uuid not null,
  kind text not null,
  resource_id uuid not null,
  sequence bigint not null,
  -- The exact bytes that are signed and sent: text, because jsonb would change them.
  body text not null,
  created_at timestamptz not null,
  -- (resource_id, sequence) is unique in each partition. Across partitions the sequence is unique
  -- because it comes from `event_count` of the resource's own row, counted up by the update that
  -- causes the event.
  primary key (merchant_id, environment, id)
) partition by range (id);

create table webhook_deliveries (
  merchant_id uuid not null,
  environment text not null,
  event_id uuid not null,
  id uuid not null,
  -- Null for the sandbox, whose address comes with each request.
  endpoint_id uuid,
  url text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempt_count bigint not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, environment, event_id, id)
) partition by range (event_id);

create table webhook_attempts (
  merchant_id uuid not null,
  environment text not null,
  event_id uuid not null,
  delivery_id uuid not null,
  attempt bigint not null,
  started_at timestamptz not null,
  duration_ms bigint not null,
  -- Null when there was no answer; then `failure` says why.
  response_status bigint,
  response_excerpt text,
  failure text,
  primary key (merchant_id, environment, event_id, delivery_id, attempt)
) partition by range (event_id);
