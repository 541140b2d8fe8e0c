-- The Central Bank's API Pix, answered by us.

-- In each bucket.

-- The Pix keys that a merchant may name besides the operator's own: names for it that an ERP has.
create table api_pix_keys (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  pix_key text not null,
  -- The merchant's order.
  position bigint not null,
  primary key (merchant_id, environment, pix_key)
);

-- The certificates by which clients get tokens for a key without its secret (RFC 8705).
create table api_pix_client_certificates (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  client_id text not null,
  -- Of the certificate's DER.
  sha256 bytea not null check (octet_length(sha256) = 32),
  subject text not null check (length(subject) <= 500),
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, client_id, sha256)
);

-- The merchant's names of refunds by the Central Bank's API, unique for a payment for ever. The row
-- is written with its refund, which has this id.
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
