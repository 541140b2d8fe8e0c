-- In each bucket. The Central Bank's API Pix, answered by us: webhooks and Pix keys of merchants.

-- Where the call-backs about the payments of a Pix key go, in the form of the standard.
create table api_pix_webhooks (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  pix_key text not null,
  url text not null,
  -- When the URL was set.
  created_at timestamptz not null,
  primary key (merchant_id, environment, pix_key)
);

-- The Pix keys that a merchant may name besides the operator's own: names for it that an ERP has.
create table api_pix_keys (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  pix_key text not null,
  -- The merchant's order.
  position bigint not null,
  primary key (merchant_id, environment, pix_key)
);

-- The merchant's names of refunds by the Central Bank's API, unique for a payment. The row is
-- written before its refund, which has this id, and deleted when the refund is refused.
create table api_pix_returns (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  end_to_end_id text not null,
  name text not null check (name ~ '^[a-zA-Z0-9]{1,35}$'),
  refund_id uuid not null,
  nature text not null check (nature in ('ORIGINAL', 'RETIRADA')),
  -- The amount in centavos: another one under the same name is another refund.
  requested bigint not null check (requested > 0),
  primary key (merchant_id, environment, end_to_end_id, name)
);
