-- In each bucket. A client of API Pix may get tokens by its certificate instead of a secret.
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
