-- Merchants and their key pairs. They are read on every request and rarely written.
-- On a distributed database both are reference tables, a copy on every node.

create table merchants (
  merchant_id uuid primary key,
  username text not null unique check (username ~ '^[a-z0-9_.-]{3,30}$'),
  name text not null check (length(name) between 1 and 200),
  document text not null,
  city text not null default 'SAO PAULO',
  status text not null check (status in ('pending_kyc', 'active', 'rejected', 'suspended')),
  is_sandbox boolean not null default false,
  fee_basis_points bigint not null check (fee_basis_points between 0 and 10000),
  fee_fixed_centavos bigint not null check (fee_fixed_centavos >= 0),
  payout_fee_centavos bigint not null check (payout_fee_centavos >= 0),
  created_at timestamptz not null
);

create unique index merchants_one_sandbox on merchants (is_sandbox) where is_sandbox;

create table credentials (
  client_id text primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('test', 'live')),
  name text not null,
  -- The secret is 256 random bits, so a plain SHA-256 is as good as a slow hash (ASVS 6.5.2).
  secret_sha256 bytea not null check (length(secret_sha256) = 32),
  rate_limit_per_minute bigint check (rate_limit_per_minute > 0),
  created_at timestamptz not null,
  revoked_at timestamptz
);

create index credentials_of_merchant on credentials (merchant_id, environment);
