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
