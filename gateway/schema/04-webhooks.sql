-- The endpoints of merchants, the events and their deliveries.

-- The rows that statements take as one parameter (row-type.ts). A version that needs other columns
-- makes a new type, because an older one may run beside it.
create type public.event_feed_advance as (merchant_id uuid, environment text, event_count bigint);
create type public.webhook_event_to_insert as (
  merchant_id uuid, environment text, id uuid, kind text, resource_id uuid, sequence bigint, body text,
  later_events bigint, form bigint, amount_centavos bigint, external_id text
);
create type public.new_webhook_delivery as (
  merchant_id uuid, environment text, event_id uuid, delivery_id uuid, endpoint_id uuid, url text,
  is_lost boolean, due_at timestamptz, trouble text
);
create type public.webhook_attempt as (
  merchant_id uuid, environment text, event_id uuid, delivery_id uuid, attempt bigint,
  started_at timestamptz, duration_ms bigint, response_status bigint, response_excerpt text,
  failure text, signature text, next_status text, next_attempt_at timestamptz, ended_at timestamptz,
  resend_count bigint, leased_until timestamptz, is_in_clock boolean
);

-- In each bucket.

-- Webhooks of merchants: an event is delivered to each endpoint that wants its kind.
create table webhook_endpoints (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  url text not null,
  status text not null check (status in ('active', 'paused', 'deleted')),
  sealed_secret bytea not null,
  -- Deliveries are signed with both secrets until the previous one expires, so that a receiver can
  -- change its secret without losing one.
  sealed_previous_secret bytea,
  previous_secret_expires_at timestamptz,
  created_at timestamptz not null,
  events text[] not null default array['deposit.paid', 'deposit.expired', 'deposit.refunded',
    'payout.paid', 'payout.failed', 'dispute.opened', 'dispute.updated', 'dispute.closed',
    'split.received', 'split.refunded', 'split.disputed'],
  -- What it gets: our events, or the call-backs of the Central Bank's API Pix for one Pix key.
  format text not null default 'events',
  pix_key text,
  primary key (merchant_id, environment, id),
  constraint webhook_endpoints_format_check
    check (format in ('events', 'api_pix', 'api_pix_rec', 'api_pix_cobr')),
  constraint webhook_endpoints_pix_key_check check ((format = 'api_pix') = (pix_key is not null))
);

create unique index webhook_endpoints_of_pix_key
  on webhook_endpoints (merchant_id, environment, pix_key)
  where pix_key is not null and status <> 'deleted';

-- The call-backs of Pix Automático have one address of each kind.
create unique index webhook_endpoints_of_format
  on webhook_endpoints (merchant_id, environment, format)
  where format in ('api_pix_rec', 'api_pix_cobr') and status <> 'deleted';

-- Operators' commands name an endpoint by its id only.
create index webhook_endpoints_by_id on webhook_endpoints (id);

-- Events, deliveries and attempts expire: they are partitioned by the instant in the event's id,
-- and old partitions are dropped.
create table webhook_events (
  merchant_id uuid not null,
  environment text not null,
  id uuid not null,
  kind text not null,
  resource_id uuid not null,
  sequence bigint not null,
  -- The exact bytes that are signed and sent: text, because jsonb would change them. Null if the
  -- program makes them again from columns that never change (event-bodies.ts).
  body text,
  created_at timestamptz not null,
  -- The place in its feed. Null in events of versions without feeds.
  position bigint,
  -- The version of the form that makes the body, with what statements read of the body.
  form bigint,
  amount_centavos bigint,
  external_id text,
  -- (resource_id, sequence) is unique in each partition. Across partitions the sequence is unique
  -- because it comes from `event_count` of the resource's own row, counted up by the update that
  -- causes the event.
  primary key (merchant_id, environment, id),
  constraint webhook_events_body_or_form
    check ((body is null) = (form is not null) and (body is not null or amount_centavos is not null))
) partition by range (id);

create index webhook_events_by_position on webhook_events (environment, merchant_id, position)
  where position is not null;

-- The events that the panel lists one by one. Payments are not among them: there may be many.
create index webhook_events_notable on webhook_events (environment, merchant_id, id)
  where kind in ('payout.paid', 'payout.failed', 'payout.returned', 'payout.awaiting_approval',
    'payout.rejected', 'dispute.opened', 'dispute.closed', 'balance.adjusted');

-- The delivery of an event to an endpoint. Deliveries are their own queue: a worker leases those
-- that are due, sends them and writes the results.
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
  -- Null while it waits for its paused endpoint. Without meaning when the delivery has ended.
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  -- When a person sends a delivery again, its retry pauses start from the first one: earlier
  -- attempts don't count.
  attempts_before_resend bigint not null default 0,
  -- The number of requests to send it again, which a person may make while an attempt runs. If the
  -- count has grown during a failed attempt, the next attempt follows at once.
  resend_count bigint not null default 0,
  -- Until then one process has the delivery; by the database's clock, which all processes share.
  leased_until timestamptz,
  -- The address, or the merchant and environment, for whose slot the delivery waits. Such a
  -- delivery is not in the index of due ones, so that a slow address doesn't fill it.
  lane text,
  -- The test clock in whose time it lives.
  test_clock_id uuid,
  -- What the next attempt does wrong, where a merchant asked for it in the test environment. The
  -- attempt clears it.
  trouble text,
  -- The process that has the lease. When a process ends, its leases are ended by this.
  lease_holder uuid,
  -- The attempt of a delivery that succeeded at once. Every other attempt is in webhook_attempts.
  first_started_at timestamptz,
  first_duration_ms bigint,
  first_response_status bigint,
  first_response_excerpt text,
  first_signature text,
  -- The lease (webhook_leases) under which it was inserted.
  lease_id uuid,
  -- For the indexes: a delivery that was not attempted, waits for a retry or has failed. Null when
  -- it is delivered, and during the first attempt under the lease of its insert: a success at that
  -- attempt then changes no index (a heap-only update).
  undelivered text,
  primary key (merchant_id, environment, event_id, id),
  constraint webhook_deliveries_clock_is_of_test
    check (test_clock_id is null or environment = 'test'),
  constraint webhook_deliveries_undelivered_check check (
    case undelivered
      when 'new' then status = 'pending'
      when 'retrying' then status = 'pending'
      when 'failed' then status = 'failed'
      else undelivered is null
        and (status = 'delivered' or (status = 'pending' and lease_id is not null))
    end
  ),
  check (trouble in ('doubled', 'old_time', 'wrong_secret'))
) partition by range (event_id);

create index webhook_deliveries_of_endpoint
  on webhook_deliveries (endpoint_id, event_id, merchant_id, environment)
  where endpoint_id is not null;
create index webhook_deliveries_not_delivered
  on webhook_deliveries (endpoint_id, undelivered, event_id, merchant_id, environment)
  where undelivered is not null and endpoint_id is not null;

create index webhook_deliveries_in_trouble
  on webhook_deliveries (undelivered, merchant_id, environment, event_id)
  where undelivered in ('retrying', 'failed');
create index webhook_deliveries_by_time on webhook_deliveries using brin (created_at);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at)
  where undelivered in ('new', 'retrying') and lane is null;
create index webhook_deliveries_waiting on webhook_deliveries (lane, next_attempt_at)
  where lane is not null;

-- The leases of deliveries that their insert leased to its own process, one for each batch. A lease
-- is deleted when all its deliveries have a result. If the process ends first, or at the end of the
-- lease, deliveries without a result become due (lease-end-store.ts).
create table webhook_leases (
  id uuid primary key,
  leased_by uuid not null,
  -- By the database's clock, which all processes share.
  leased_until timestamptz not null,
  -- Where its deliveries are.
  merchant_ids uuid[] not null,
  first_event_id uuid not null,
  last_event_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The requests of deliveries with their answers, without those of deliveries that succeeded at once.
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
  -- The headers x-service-signature and webhook-signature, one a line, so that the panel shows the
  -- request as it was sent. They can't be made again: the secret may have been rotated. Attempts of
  -- older versions have only the first, or null.
  signature text,
  primary key (merchant_id, environment, event_id, delivery_id, attempt)
) partition by range (event_id);

-- The events of a merchant in an environment are a feed. A reader follows it by the position of
-- each event, so positions must become visible in their order. An id or an instant is made before
-- its transaction commits: a reader may have passed one that is committed later. So the transaction
-- that inserts events first counts up the row of their feed and holds its lock until it commits.
-- The next transaction gets the next positions after the commit, and a rollback leaves no gap.
create table event_feeds (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The position of the newest event. The first one has 1.
  last_position bigint not null check (last_position > 0),
  primary key (merchant_id, environment)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);

-- Exams of the programs that receive webhooks, in the test environment. A worker sends right and
-- wrong webhooks to an address and judges each answer.
create table webhook_exams (
  merchant_id uuid not null,
  environment text not null check (environment = 'test'),
  id uuid not null,
  url text not null,
  -- The endpoint with whose secret the exam signs. Without it the exam has a secret of its own,
  -- which is deleted when the exam has ended.
  endpoint_id uuid,
  sealed_secret bytea,
  -- The charge that the events tell of.
  sample json not null,
  status text not null check (status in ('awaiting_start', 'running', 'passed', 'failed')),
  -- A worker may take a running exam from then on; the worker that has it moves this on.
  due_at timestamptz,
  run_count bigint not null default 0,
  -- What each request was answered, and the verdicts; null until it has ended.
  report json,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, environment, id),
  check ((status = 'running') = (due_at is not null)),
  check ((status in ('passed', 'failed')) = (report is not null))
);

create index webhook_exams_due on webhook_exams (due_at) where due_at is not null;

-- A merchant has one exam under way at a time.
create unique index webhook_exams_at_once on webhook_exams (merchant_id) where due_at is not null;
create index webhook_exams_passed on webhook_exams (merchant_id, id) where status = 'passed';

-- A new encryption key seals the secrets again.
create index webhook_exams_by_id on webhook_exams (id);

-- Webhooks whose deliveries fail, so that members are told once.
create table webhook_alarms (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  endpoint_id uuid not null,
  -- Since when it fails; null when it works again.
  failing_since timestamptz,
  mailed_at timestamptz,
  primary key (merchant_id, environment, endpoint_id)
);

create index webhook_alarms_open on webhook_alarms (failing_since) where failing_since is not null;
create index webhook_alarms_unmailed on webhook_alarms (failing_since)
  where environment = 'live' and failing_since is not null and mailed_at is null;
