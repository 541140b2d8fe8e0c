-- In each bucket. Recurrences of the Central Bank's API on subscriptions: their locations, and the
-- requests to payers' banks. A subscription may have no way to authorize yet.

alter table subscriptions alter column journey drop not null;
alter table subscriptions add column covenant text;
alter table subscriptions add column activation_txid text;
alter table subscriptions add column request_expires_at timestamptz;

-- The addresses of payloads that merchants make for their subscriptions (locrec). A subscription
-- that the gateway's own API makes has an address that is called by its id, and no row.
create table subscription_locations (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The second of its creation, and a number, as the locations of charges have.
  id bigint not null check (id > 0),
  -- Without scheme, as codes have it.
  url text not null,
  -- The last part of the url in the test environment, where we answer it ourselves.
  token uuid,
  -- The subscription that it shows now; null for a free one.
  subscription_id uuid,
  created_at timestamptz not null,
  primary key (merchant_id, environment, id),
  constraint subscription_location_in_test check (environment = 'live' or token is not null)
);
create unique index subscription_locations_of_subscription on subscription_locations
  (merchant_id, environment, subscription_id) where subscription_id is not null;
create index subscription_locations_by_token on subscription_locations (token)
  where token is not null;

-- Requests to payers at their banks to authorize a subscription (solicrec): one open at a time.
create table subscription_requests (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The id at the banks (idSolicRec).
  id text not null,
  subscription_id uuid not null,
  payer_document text not null,
  -- The account at which the payer's bank asks.
  account json not null,
  expires_at timestamptz not null,
  status text not null check (status in ('open', 'accepted', 'rejected', 'expired', 'canceled')),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, environment, id),
  constraint subscription_requests_ended_check check ((status = 'open') = (ended_at is null))
);
create unique index subscription_requests_open on subscription_requests
  (merchant_id, environment, subscription_id) where status = 'open';
create index subscription_requests_of_subscription on subscription_requests
  (merchant_id, environment, subscription_id);
